#include "bounds/search/dual_descent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lode::subgraph::detail {
namespace {

constexpr std::size_t most_pairs = 10;
constexpr double armijo_share = 1e-4;  ///< of the decrease that the gradient promises
constexpr int most_cuts_of_step = 8;   ///< of one line search
constexpr double least_cut = 0.1;      ///< of a step, by interpolation
constexpr double most_cut = 0.6;
constexpr double least_curvature = 1e-12;     ///< of a pair, relative
constexpr std::size_t decrease_interval = 8;  ///< iterations over which the decrease is looked at

}  // namespace

DualDescent::DualDescent(LiftedDual& dual, const std::vector<double>& point, double first_step)
    : dual_(dual),
      first_step_(first_step),
      point_(Eigen::Map<const Eigen::VectorXd>(point.data(), static_cast<Eigen::Index>(point.size()))) {}

void DualDescent::change_cuts(std::span<const std::size_t> kept, std::size_t added) {
  const auto first = static_cast<Eigen::Index>(dual_.first_cut());
  const auto change = [&](Eigen::VectorXd& values) {
    Eigen::VectorXd next = Eigen::VectorXd::Zero(first + static_cast<Eigen::Index>(kept.size() + added));
    next.head(first) = values.head(first);
    Eigen::Index to = first;
    for (const std::size_t cut : kept) next[to++] = values[first + static_cast<Eigen::Index>(cut)];
    values.swap(next);
  };
  change(point_);
  for (Pair& pair : pairs_) {
    change(pair.step);
    change(pair.change);
    pair.product = pair.step.dot(pair.change);
  }
  std::erase_if(pairs_, [](const Pair& pair) { return !(pair.product > 0.0); });
}

bool DualDescent::evaluate(const Eigen::VectorXd& point) {
  return dual_.evaluate({point.data(), static_cast<std::size_t>(point.size())});
}

/// What the last evaluation says of the point.
void DualDescent::take() {
  value_ = dual_.value();
  gradient_ = dual_.gradient();
  moves_ = (point_.array() > 0.0 || gradient_.array() <= 0.0).cast<double>();
  moves_.head(static_cast<Eigen::Index>(dual_.free())).setOnes();
}

/// The quasi-Newton direction by the two loops over the pairs, among the entries that move.
void DualDescent::find_direction() {
  direction_ = -moves_.cwiseProduct(gradient_);
  std::array<double, most_pairs> factors{};
  for (std::size_t p = pairs_.size(); p-- > 0;) {
    factors[p] = pairs_[p].step.dot(direction_) / pairs_[p].product;
    direction_ += -factors[p] * pairs_[p].change;
  }
  direction_ *= pairs_.empty() ? first_step_ : pairs_.back().product / pairs_.back().change.squaredNorm();
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    direction_ += (factors[p] - pairs_[p].change.dot(direction_) / pairs_[p].product) * pairs_[p].step;
  }
  direction_ = direction_.cwiseProduct(moves_);
}

/// True if the trial is a better point, where the function was evaluated last.
bool DualDescent::search_line(bool& stopped) {
  const Eigen::Index held = point_.size() - static_cast<Eigen::Index>(dual_.free());
  double step = 1.0;
  for (int attempt = 0; attempt <= most_cuts_of_step; ++attempt) {
    trial_ = point_ + step * direction_;
    trial_.tail(held) = trial_.tail(held).cwiseMax(0.0);
    const double promised = gradient_.dot(trial_ - point_);
    if (!(promised < 0.0)) return false;
    stopped = !evaluate(trial_);
    if (stopped) return false;
    const double rise = dual_.value() - value_;
    if (rise <= armijo_share * promised) return true;
    step *= std::clamp(-0.5 * promised / (rise - promised), least_cut, most_cut);
  }
  return false;
}

DualDescent::Outcome DualDescent::minimise(const Limits& limits) {
  if (!evaluate(point_)) return Outcome::stopped;
  take();
  std::vector<double> values = {value_};
  for (int iteration = 0; iteration < limits.iterations; ++iteration) {
    if (dual_.evaluations() >= limits.evaluations) return Outcome::out_of_evaluations;
    if (moves_.cwiseProduct(gradient_).lpNorm<Eigen::Infinity>() < limits.gradient) break;
    bool stopped = false;
    find_direction();
    bool moved = search_line(stopped);
    if (!moved && !stopped && !pairs_.empty()) {
      pairs_.clear();
      find_direction();
      moved = search_line(stopped);
    }
    if (!moved) {
      if (stopped || !evaluate(point_)) return Outcome::stopped;
      break;
    }
    Pair pair{trial_ - point_, dual_.gradient() - gradient_};
    pair.product = pair.step.dot(pair.change);
    if (pair.product > least_curvature * pair.step.norm() * pair.change.norm()) {
      if (pairs_.size() == most_pairs) pairs_.pop_front();
      pairs_.push_back(std::move(pair));
    }
    point_.swap(trial_);
    take();
    if (limits.good_enough && iteration + 1 < limits.iterations && limits.good_enough())
      return Outcome::good_enough;
    values.push_back(value_);
    if (values.size() > decrease_interval &&
        values[values.size() - 1 - decrease_interval] - value_ < limits.decrease) {
      break;
    }
  }
  return Outcome::done;
}

}  // namespace lode::subgraph::detail
