#include <algorithm>
#include <cmath>

#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

class StepScores {
 public:
  StepScores(const Problem& problem, std::span<const Index> support, double least, StepKinds kinds)
      : instance_(*problem.instance),
        penalised_(problem.constraint.kind == ConstraintKind::sparse),
        lambda_(lambda_of(problem.constraint)),
        least_(least),
        exchanges_alone_(kinds == StepKinds::exchanges),
        length_of_b_(std::sqrt(2.0 * instance_.half_norm_b())),
        fit_(instance_, support.size()),
        member_(instance_.columns(), 0) {
    for (const Index j : support) {
      member_[j] = 1;
      if (!fit_.add(j)) idle_ = j;
    }
    may_add_ =
        idle_ != no_index || (!exchanges_alone_ && (penalised_ || support.size() < problem.constraint.s));
    // Member i is the only one that is not orthogonal to u_i, the unit vector along column i of Q R^-T.
    const Position size = fit_.directions().cols();
    duals_ =
        fit_.factor().transpose().triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(size, size));
    for (Position i = 0; i < size; ++i) {
      const double own = duals_.col(i).norm() * std::sqrt(instance_.column_squares()[member(i)]);
      rounding_of_fit_ = std::max(rounding_of_fit_, fit_rounding * length_of_b_ * own);
    }
    duals_.colwise().normalize();
    along_ = duals_.transpose() * fit_.lengths();
  }

  ExactStep best(const RunContext& run) {
    if (penalised_ && !exchanges_alone_) {
      for (Position i = 0; i < along_.size(); ++i) take(member(i), no_index, lambda_ - cost(i), 0.0);
    }
    constexpr Index columns_per_poll = 64;
    for (Index j = 0; j < instance_.columns(); ++j) {
      if (j % columns_per_poll == 0 && run.should_stop()) {
        step_.settled = false;
        break;
      }
      if (!member_[j] && instance_.column_squares()[j] > 0.0) score(j);
    }
    if (best_possible_ > std::max(least_, step_.move.decrease)) step_.settled = false;
    return step_;
  }

 private:
  Index member(Position i) const { return fit_.columns()[i]; }
  double cost(Position i) const { return 0.5 * along_[i] * along_[i]; }

  void take(Index out, Index in, double decrease, double rounding) {
    best_possible_ = std::max(best_possible_, decrease + rounding);
    if (decrease > std::max(least_, step_.move.decrease)) step_.move = {out, in, decrease};
  }

  void score(Index j) {
    // Below this, the difference of two squares has lost digits that the projection keeps.
    constexpr double least_of_difference = 1e-3;
    const Matrix& a = instance_.a();
    const Eigen::Ref<const Eigen::MatrixXd> q = fit_.directions();
    Eigen::VectorXd inside(q.cols());
    for (Position i = 0; i < q.cols(); ++i) inside[i] = a.dot(j, {q.col(i).data(), instance_.rows()});
    const double whole = instance_.column_squares()[j];
    double left = whole - inside.squaredNorm();
    double slope = a.dot(j, fit_.residual());
    if (left < least_of_difference * whole) {
      const Eigen::VectorXd part = fit_.outside(j);
      left = part.squaredNorm();
      slope = part.dot(as_vector(fit_.residual()));
      if (left == 0.0 && step_.settled) check_dependence(j);
    }
    const double length = std::sqrt(whole);
    // The gain of a column by its part outside the span, and the rounding error.
    const auto consider = [&](Index out, double its_slope, double square, double price) {
      const double part = std::sqrt(square);
      if (part <= dependent_length * length) return;
      const double reach = std::abs(its_slope) / part;
      const double noise = rounding_of_fit_ + fit_rounding * length_of_b_ * length / part;
      take(out, j, 0.5 * reach * reach - price, noise * (reach + std::sqrt(2.0 * price) + noise));
    };
    if (may_add_) consider(idle_, slope, left, idle_ == no_index ? lambda_ : 0.0);
    const Eigen::VectorXd along = duals_.transpose() * inside;
    for (Position i = 0; i < along_.size(); ++i) {
      consider(member(i), slope + along_[i] * along[i], left + along[i] * along[i], cost(i));
    }
  }

  /// A column outside the span by rounding alone gains nothing if it is a combination.
  void check_dependence(Index j) {
    constexpr int most_checks = 100;
    if (fit_.columns().size() >= instance_.rows()) return;
    if (++checks_ > most_checks || !combination_of(instance_.a(), j, fit_.columns())) step_.settled = false;
  }

  const Instance& instance_;
  const bool penalised_;
  const double lambda_;
  const double least_;
  const bool exchanges_alone_;
  const double length_of_b_;
  OrthogonalFit fit_;
  std::vector<char> member_;
  Index idle_ = no_index;  ///< a dependent member
  bool may_add_ = false;
  Eigen::MatrixXd duals_;         ///< column i: u_i in the basis of the fit
  Eigen::VectorXd along_;         ///< u_i'b
  double rounding_of_fit_ = 0.0;  ///< of u_i'b, where members nearly depend on each other
  ExactStep step_;
  double best_possible_ = -infinity;
  int checks_ = 0;
};

}  // namespace

double exact_step_work(const Instance& instance, std::size_t support_size) {
  return static_cast<double>(instance.a().num_stored()) * static_cast<double>(support_size + 2);
}

ExactStep best_exact_step(const Problem& problem, std::span<const Index> support, double least,
                          StepKinds kinds, const RunContext& run) {
  return StepScores(problem, support, least, kinds).best(run);
}

std::vector<double> polished(const Problem& problem, std::vector<double> x, double work,
                             const RunContext& run) {
  const Instance& instance = *problem.instance;
  const std::size_t n = instance.columns();
  double value = objective_at(problem, x);
  const auto consider = [&](std::vector<double> other) {
    const double its_value = objective_at(problem, other);
    if (!(its_value < value)) return false;
    x = std::move(other);
    value = its_value;
    return true;
  };
  const auto consider_fit = [&](std::span<const Index> support) {
    const auto fit = least_squares_within(instance, support, infinity, run);
    return fit && consider(point_on(support, *fit, n));
  };
  consider_fit(support_of(x));
  if (problem.constraint.kind == ConstraintKind::sparse_c) {
    for (const char* const name : {"ols", "omp"}) {
      const Solution solution = method(name).solve(problem, {}, run);
      consider(point_on(solution.support, solution.x, n));
    }
  }
  const double nothing = 1e-20 * instance.half_norm_b();
  while (value > nothing && !run.should_stop()) {
    std::vector<Index> support = support_of(x);
    work -= exact_step_work(instance, support.size());
    if (work < 0.0) break;
    const ExchangeMove move =
        best_exact_step(problem, support, rounding_tolerance * value, StepKinds::all, run).move;
    if (!move.exists()) break;
    std::erase(support, move.out);
    if (move.in != no_index) support.push_back(move.in);
    if (!consider_fit(support)) break;
  }
  return x;
}

}  // namespace lode::least_squares
