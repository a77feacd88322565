#include "least_squares/methods/gpm.hpp"

#include <algorithm>
#include <cmath>

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"
#include "least_squares/problem/gram_rows.hpp"
#include "least_squares/problem/objective.hpp"

namespace lode::least_squares {
namespace {

/// Share of F that a change takes off at least: less is rounding, on which a descent would go in circles.
constexpr double least_share = 1e-12;

/// A new value for one coordinate, and what it takes off F.
struct Change {
  Index coordinate = 0;
  double value = 0.0;
  double decrease = 0.0;
};

class GreedyDescent {
 public:
  GreedyDescent(const Problem& problem, std::vector<double> start)
      : constraint_(problem.constraint), objective_(problem, std::move(start)) {}

  const SquaredObjective& objective() const { return objective_; }

  /// Makes the best change, if it takes off enough.
  hybrid::Step step() {
    Change best;
    for (Index i = 0; i < objective_.size(); ++i) {
      const Change change = best_change_of(i);
      if (change.decrease > best.decrease) best = change;
    }
    if (best.decrease <= least_share * std::max(1.0, std::abs(objective_.value()))) {
      return hybrid::Step::none;
    }
    const hybrid::Change change{0, best.value};
    objective_.apply({&best.coordinate, 1}, {&change, 1});
    return hybrid::Step::moved;
  }

 private:
  /// f(x + step e_i) - f(x)
  double slope(Index i, double step) const {
    return step * (objective_.gradient(i) + 0.5 * step * objective_.curvature(i));
  }

  Change best_change_of(Index i) const {
    const double x = objective_.coordinate(i);
    if (constraint_.kind == ConstraintKind::binary) return {i, -x, -slope(i, -2.0 * x)};
    const bool sparse = constraint_.kind == ConstraintKind::sparse;
    Change best{i, x, 0.0};
    const double curvature = objective_.curvature(i);
    const bool may_move = x != 0.0 || sparse || objective_.support().size() < constraint_.s;
    if (may_move && curvature > 0.0) {
      double target = x - objective_.gradient(i) / curvature;
      if (sparse) target = std::clamp(target, -constraint_.box, constraint_.box);
      const double cost = sparse && x == 0.0 ? constraint_.lambda : 0.0;
      best = {i, target, -slope(i, target - x) - cost};
    }
    if (sparse && x != 0.0) {
      const double removal = constraint_.lambda - slope(i, -x);
      if (removal > best.decrease) best = {i, 0.0, removal};
    }
    return best;
  }

  const Constraint& constraint_;
  SquaredObjective objective_;
};

/// Sparse-c begins at 0, where a random start would fix the support.
std::vector<double> own_start(const Problem& problem, const GpmOptions& options, const RunContext& run) {
  if (problem.constraint.kind == ConstraintKind::sparse_c && !problem.start) {
    return std::vector<double>(problem.instance->columns(), 0.0);
  }
  return start_point(problem, options.start_scale, run.seed());
}

const lode::detail::OptionTable<GpmOptions>& gpm_options() {
  static const lode::detail::OptionTable<GpmOptions> table = {
      {"max-iterations", &GpmOptions::max_iterations, "Largest number of changes of one coordinate",
       "changes", lode::detail::at_least(0)},
      {"start-scale", &GpmOptions::start_scale,
       "Standard deviation of the random values to begin with when no start is given", "",
       lode::detail::at_least(0.0)},
  };
  return table;
}

}  // namespace

Solution gpm(const Problem& problem, const GpmOptions& options, const RunContext& run) {
  using enum ConstraintKind;
  detail::check_defined("gpm", problem, {binary, sparse, sparse_c});
  gpm_options().check(options);
  detail::BestPoint best(problem, run, "gpm");
  const std::vector<double> start = own_start(problem, options, run);
  best.consider(start, objective_at(problem, start), 0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  detail::prepare_gram_if_worth(*problem.instance, run);
  GreedyDescent descent(problem, start);
  const auto offer = [&](std::uint64_t changes) {
    best.consider(descent.objective().point(), descent.objective().value(), changes);
  };
  return best.solve_by_steps(options.max_iterations, offer, [&] { return descent.step(); });
}

namespace detail {

MethodRow gpm_row() {
  return {.name = "gpm",
          .summary =
              "Changes one coordinate at a time, the one that lowers the objective most (greedy coordinate "
              "descent)",
          .constraints = {ConstraintKind::binary, ConstraintKind::sparse, ConstraintKind::sparse_c},
          .guarantee = "Block-1 stationary",
          .cost = "n for each change, and the Gram matrix",
          .source = "compared with in Yuan, Shen, Zheng, arXiv 1706.06493",
          .options = gpm_options().infos(),
          .uses_start = true,
          .monotone = true,
          .solve = lode::detail::solve_by_settings<gpm, gpm_options>};
}

}  // namespace detail

}  // namespace lode::least_squares
