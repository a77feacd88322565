#include "least_squares/methods/smooth_point.hpp"
#include "least_squares/problem/objective.hpp"

namespace lode::least_squares {
namespace {

struct GpmOptions {
  std::uint64_t max_iterations = 1000000;
  double start_scale = 1e-3;  ///< sparse: of the normal values to begin with when the problem has no start
};

lode::detail::OptionTable<GpmOptions> gpm_options() {
  return {
      {"max-iterations", &GpmOptions::max_iterations, "Largest number of changes of one coordinate",
       "changes", lode::detail::at_least(0)},
      {"start-scale", &GpmOptions::start_scale, start_scale_meaning, "", lode::detail::at_least(0.0)},
  };
}

/// A new value for one coordinate, and the decrease of F.
struct SingleChange {
  Index coordinate = 0;
  double value = 0.0;
  double decrease = 0.0;
};

SingleChange best_change_of(Index i, const PointObjective& objective, const Constraint& constraint) {
  const double x = objective.coordinate(i);
  const auto decrease = [&](double step) {  // of the loss
    return -step * (objective.gradient(i) + 0.5 * step * objective.curvature(i));
  };
  if (constraint.kind == ConstraintKind::binary) return {i, -x, decrease(-2.0 * x)};
  const bool sparse = constraint.kind == ConstraintKind::sparse;
  SingleChange best{i, x, 0.0};
  const double curvature = objective.curvature(i);
  const bool may_move = x != 0.0 || sparse || objective.support().size() < constraint.s;
  if (may_move && curvature > 0.0) {
    double target = x - objective.gradient(i) / curvature;
    if (sparse) target = std::clamp(target, -constraint.box, constraint.box);
    const double cost = sparse && x == 0.0 ? constraint.lambda : 0.0;
    best = {i, target, decrease(target - x) - cost};
  }
  if (sparse && x != 0.0) {
    const double removal = constraint.lambda + decrease(-x);
    if (removal > best.decrease) best = {i, 0.0, removal};
  }
  return best;
}

/// Greedy coordinate descent: makes the change of one coordinate that lowers F most until none lowers F by
/// more than 1e-12 max(1, |F|), which may be rounding. Ties go to the smaller coordinate.
///
/// Binary: a flip. Sparse: a new value, or zero. Sparse-c: a new value for a nonzero, or for a zero while
/// there are fewer than s nonzeros. Yuan, Shen and Zheng compare with this method, which they do not define.
Solution gpm(const Problem& problem, const GpmOptions& options, const RunContext& run) {
  constexpr double least_share = 1e-12;
  BestPoint best(problem, run, "gpm");
  // Sparse-c begins at 0, where a random start would fix the support.
  const bool from_zero = problem.constraint.kind == ConstraintKind::sparse_c && !problem.start;
  const std::vector<double> start = from_zero ? std::vector<double>(problem.instance->columns(), 0.0)
                                              : start_point(problem, options.start_scale, run.seed());
  best.consider(start, objective_at(problem, start), 0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  prepare_gram_if_worth(*problem.instance, run);
  PointObjective objective(problem, start);
  const auto offer = [&](std::uint64_t changes) {
    best.consider(objective.point(), objective.value(), changes);
  };
  return best.solve_by_steps(options.max_iterations, offer, [&] {
    SingleChange chosen;
    for (Index i = 0; i < objective.size(); ++i) {
      const SingleChange change = best_change_of(i, objective, problem.constraint);
      if (change.decrease > chosen.decrease) chosen = change;
    }
    if (chosen.decrease <= least_share * std::max(1.0, std::abs(objective.value()))) {
      return hybrid::Step::none;
    }
    const hybrid::Change change{0, chosen.value};
    objective.apply({&chosen.coordinate, 1}, {&change, 1});
    return hybrid::Step::moved;
  });
}

}  // namespace

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

}  // namespace lode::least_squares
