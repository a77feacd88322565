#include "bounds/search/dual_descent.hpp"

#include <algorithm>
#include <cmath>

#include "core/linalg/vector_kernels.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr std::size_t descent_memory = 10;  ///< pairs
constexpr double armijo_share = 1e-4;       ///< of the decrease that the gradient promises
constexpr int most_cuts_of_step = 8;        ///< of one line search
constexpr double least_cut = 0.1;           ///< of a step, by interpolation
constexpr double most_cut = 0.6;
constexpr double least_curvature = 1e-12;     ///< of a pair, relative
constexpr std::size_t decrease_interval = 8;  ///< iterations over which the decrease is looked at

double product_of(std::span<const double> a, std::span<const double> b) {
  return lode::detail::vector_kernels().dot(a.size(), a.data(), b.data());
}

}  // namespace

void DualDescent::change_cuts(std::span<const std::size_t> kept, std::size_t added) {
  const std::size_t first = dual_.first_cut();
  const auto change = [&](std::vector<double>& values) {
    std::size_t to = first;
    for (const std::size_t cut : kept) values[to++] = values[first + cut];
    values.resize(to);
    values.resize(to + added, 0.0);
  };
  change(point_);
  for (Pair& pair : pairs_) {
    change(pair.step);
    change(pair.change);
    pair.product = product_of(pair.step, pair.change);
  }
  std::erase_if(pairs_, [](const Pair& pair) { return !(pair.product > 0.0); });
}

double DualDescent::largest_free_gradient() const {
  double largest = 0.0;
  for (std::size_t i = 0; i < point_.size(); ++i) {
    if (!held(i)) largest = std::max(largest, std::abs(gradient_[i]));
  }
  return largest;
}

/// The quasi-Newton direction by the two loops over the pairs, from the gradient without the held entries;
/// its own held entries are 0.
void DualDescent::find_direction() {
  const lode::detail::VectorKernels& kernels = lode::detail::vector_kernels();
  direction_.resize(point_.size());
  for (std::size_t i = 0; i < point_.size(); ++i) direction_[i] = held(i) ? 0.0 : -gradient_[i];
  double factors[descent_memory];
  for (std::size_t p = pairs_.size(); p-- > 0;) {
    factors[p] = product_of(pairs_[p].step, direction_) / pairs_[p].product;
    kernels.add_scaled(direction_.size(), -factors[p], pairs_[p].change.data(), direction_.data());
  }
  double scaling = first_step_;
  if (!pairs_.empty()) {
    const Pair& last = pairs_.back();
    scaling = last.product / product_of(last.change, last.change);
  }
  for (double& entry : direction_) entry *= scaling;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const double factor = factors[p] - product_of(pairs_[p].change, direction_) / pairs_[p].product;
    kernels.add_scaled(direction_.size(), factor, pairs_[p].step.data(), direction_.data());
  }
  for (std::size_t i = dual_.free(); i < point_.size(); ++i) {
    if (held(i)) direction_[i] = 0.0;
  }
}

/// True if the trial is a better point, where the function was evaluated last.
bool DualDescent::search_line(bool& stopped) {
  trial_.resize(point_.size());
  double step = 1.0;
  for (int attempt = 0; attempt <= most_cuts_of_step; ++attempt) {
    for (std::size_t i = 0; i < point_.size(); ++i) {
      const double moved = point_[i] + step * direction_[i];
      trial_[i] = i < dual_.free() ? moved : std::max(0.0, moved);
    }
    const double promised = product_of(gradient_, trial_) - product_of(gradient_, point_);
    if (!(promised < 0.0)) return false;
    stopped = !dual_.evaluate(trial_);
    if (stopped) return false;
    const double rise = dual_.value() - value_;
    if (rise <= armijo_share * promised) return true;
    step *= std::clamp(-0.5 * promised / (rise - promised), least_cut, most_cut);
  }
  return false;
}

/// The pair of the step from the point to the trial; takes the memory of the oldest one.
void DualDescent::add_pair() {
  Pair pair;
  if (pairs_.size() == descent_memory) {
    pair = std::move(pairs_.front());
    pairs_.erase(pairs_.begin());
  }
  const std::size_t size = point_.size();
  pair.step.resize(size);
  pair.change.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    pair.step[i] = trial_[i] - point_[i];
    pair.change[i] = dual_.gradient()[i] - gradient_[i];
  }
  pair.product = product_of(pair.step, pair.change);
  const double lengths = std::sqrt(product_of(pair.step, pair.step) * product_of(pair.change, pair.change));
  if (pair.product > least_curvature * lengths) pairs_.push_back(std::move(pair));
}

DualDescent::Outcome DualDescent::minimise(const Limits& limits) {
  const auto take = [&] {
    value_ = dual_.value();
    gradient_.assign(dual_.gradient().begin(), dual_.gradient().end());
  };
  if (!dual_.evaluate(point_)) return Outcome::stopped;
  take();
  std::vector<double> values = {value_};
  for (int iteration = 0; iteration < limits.iterations; ++iteration) {
    if (dual_.evaluations() >= limits.evaluations) return Outcome::out_of_evaluations;
    if (largest_free_gradient() < limits.gradient) break;
    bool stopped = false;
    find_direction();
    bool moved = search_line(stopped);
    if (!moved && !stopped && !pairs_.empty()) {
      pairs_.clear();
      find_direction();
      moved = search_line(stopped);
    }
    if (!moved) {
      if (stopped || !dual_.evaluate(point_)) return Outcome::stopped;
      break;
    }
    add_pair();
    std::swap(point_, trial_);
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
