#include "least_squares/methods/qpm.hpp"

#include <algorithm>
#include <numeric>

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/methods/shifted_normal_solver.hpp"
#include "least_squares/methods/smooth_point.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {
namespace {

/// Steps at one penalty, against an alternation that creeps: tolerance ends the others.
constexpr std::uint64_t inner_limit = 1000;
/// Penalties: at the default growth the last would be 10^50 times the first, so this ends smaller growths
/// only.
constexpr int outer_limit = 100;

double square_distance(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sum;
}

/// The alternation over growing penalties.
class PenaltyDescent {
 public:
  PenaltyDescent(const Problem& problem, const QpmOptions& options, const RunContext& run,
                 std::vector<double> start, double first_penalty)
      : problem_(problem),
        options_(options),
        run_(run),
        smooth_(problem),
        solver_(*problem.instance),
        feasible_(std::move(start)),
        y_(feasible_),
        feasible_objective_(smooth_.value(feasible_).objective),
        rho_(first_penalty) {}

  const std::vector<double>& y() const { return y_; }
  double objective_at_y() const { return smooth_.value(y_).objective; }

  /// One y and one x, after the penalty where it is a new one.
  hybrid::Step step() {
    if (inner_ == 0 && !begin_penalty()) return hybrid::Step::stopped;
    const double moved = alternate();
    if (moved > options_.tolerance && ++inner_ < inner_limit) return hybrid::Step::moved;
    if (detail::relative_distance(x_, y_) <= options_.tolerance) return hybrid::Step::settled;
    if (++outer_ == outer_limit) return hybrid::Step::exhausted;
    inner_ = 0;
    rho_ *= options_.growth;
    return hybrid::Step::moved;
  }

 private:
  /// Begins at the feasible point if the best x for the present y costs more than that. False: the run should
  /// stop before.
  bool begin_penalty() {
    if (outer_ == 0 && !solver_.prepare(run_)) return false;
    if (!solver_.factor(rho_, run_)) return false;
    x_ = best_x();
    if (penalised() > feasible_objective_) {
      y_ = feasible_;
      x_ = best_x();
    }
    return true;
  }

  /// Returns how far x and y moved.
  double alternate() {
    std::vector<double> y = detail::proximal_point(problem_.constraint, x_, rho_);
    double moved = detail::relative_distance(y_, y);
    y_ = std::move(y);
    std::vector<double> x = best_x();
    moved = std::max(moved, detail::relative_distance(x_, x));
    x_ = std::move(x);
    return moved;
  }

  std::vector<double> best_x() const {
    const std::span<const double> q = problem_.instance->correlations();
    std::vector<double> right(y_.size());
    for (std::size_t i = 0; i < y_.size(); ++i) right[i] = q[i] + rho_ * y_[i];
    return solver_.solve(right);
  }

  double penalised() const {
    const double loss = loss_at(problem_, problem_.instance->a().multiply(x_));
    return loss + penalty_at(problem_.constraint, y_) + 0.5 * rho_ * square_distance(x_, y_);
  }

  const Problem& problem_;
  const QpmOptions& options_;
  const RunContext& run_;
  detail::SmoothPart smooth_;
  detail::ShiftedNormalSolver solver_;
  std::vector<double> feasible_;
  std::vector<double> y_;
  std::vector<double> x_;
  double feasible_objective_;
  double rho_;
  std::uint64_t inner_ = 0;  ///< steps at this penalty
  int outer_ = 0;            ///< penalties before it
};

const lode::detail::OptionTable<QpmOptions>& qpm_options() {
  static const lode::detail::OptionTable<QpmOptions> table = {
      {"penalty", &QpmOptions::penalty, "Penalty to begin with", "means of the squared columns",
       lode::detail::above(0.0)},
      {"growth", &QpmOptions::growth, "Factor from one penalty to the next", "", lode::detail::above(1.0)},
      {"tolerance", &QpmOptions::tolerance,
       "An inner loop ends at this relative change, and the outer loop at this distance", "",
       lode::detail::above(0.0)},
      {"start-scale", &QpmOptions::start_scale,
       "Standard deviation of the random values to begin with when no start is given", "",
       lode::detail::at_least(0.0)},
  };
  return table;
}

}  // namespace

Solution qpm(const Problem& problem, const QpmOptions& options, const RunContext& run) {
  detail::check_defined("qpm", problem, {ConstraintKind::sparse, ConstraintKind::sparse_c});
  qpm_options().check(options);
  const Instance& instance = *problem.instance;
  detail::BestPoint best(problem, run, "qpm");
  std::vector<double> start = start_point(problem, options.start_scale, run.seed());
  best.consider(start, detail::SmoothPart(problem).value(start).objective, 0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  const std::span<const double> diagonal = instance.column_squares();
  const double mean =
      std::accumulate(diagonal.begin(), diagonal.end(), 0.0) / static_cast<double>(diagonal.size());
  if (mean == 0.0) {  // A = 0: every x fits alike, and 0 costs nothing
    best.consider(std::vector<double>(start.size(), 0.0), instance.half_norm_b(), 1);
    return best.finish(StopReason::converged);
  }

  PenaltyDescent descent(problem, options, run, std::move(start), options.penalty * mean);
  const auto offer = [&](std::uint64_t steps) {
    if (steps > 0) best.consider(descent.y(), descent.objective_at_y(), steps);
  };
  return best.solve_by_steps(hybrid::no_step_limit, offer, [&] { return descent.step(); });
}

namespace detail {

MethodRow qpm_row() {
  return {.name = "qpm",
          .summary =
              "Alternates between x and a sparse copy, with a growing penalty on their distance (quadratic "
              "penalty method)",
          .constraints = {ConstraintKind::sparse, ConstraintKind::sparse_c},
          .guarantee = "None",
          .cost = "m n for each step, and min(m, n)^3 for each penalty",
          .source = "Lu, Zhang, SIAM J. Optim. 2013",
          .options = qpm_options().infos(),
          .uses_start = true,
          .solve = lode::detail::solve_by_settings<qpm, qpm_options>};
}

}  // namespace detail

}  // namespace lode::least_squares
