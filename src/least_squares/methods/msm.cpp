#include "least_squares/methods/msm.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/methods/smooth_point.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {
namespace {

/// Coordinates between two looks at the clock; each reads and writes a column of A at most.
constexpr Index poll_period = 64;

const lode::detail::OptionTable<MsmOptions>& msm_options() {
  static const lode::detail::OptionTable<MsmOptions> table = {
      {"omega", &MsmOptions::omega, "Relaxation factor of the splitting", "",
       lode::detail::strictly_between(0.0, 2.0)},
      {"theta", &MsmOptions::theta, "Number added to the diagonal of the splitting", "",
       lode::detail::at_least(0.0)},
      {"max-sweeps", &MsmOptions::max_sweeps, "Largest number of sweeps over all coordinates", "sweeps",
       lode::detail::at_least(0)},
      {"tolerance", &MsmOptions::tolerance,
       "The method ends when no coordinate moves by more than this share of the largest", "",
       lode::detail::at_least(0.0)},
      {"start-scale", &MsmOptions::start_scale,
       "Standard deviation of the random values to begin with when no start is given", "",
       lode::detail::at_least(0.0)},
  };
  return table;
}

/// What options and problem allow together.
void check_splitting(const MsmOptions& options, std::span<const double> diagonal) {
  const double least = *std::min_element(diagonal.begin(), diagonal.end());
  if (!(2.0 * options.theta + (2.0 - options.omega) * least > 0.0)) {
    throw InvalidArgument("theta", std::to_string(options.theta), "leaves a zero column without curvature",
                          "choose theta > 0");
  }
}

/// One forward substitution; `residual` is Ax - b throughout. The problem of coordinate i, whose partial
/// gradient at the mixed point is g, is min B_ii/2 (t - x_i)^2 + g t + h(t). Returns the largest relative
/// move, infinity once the run should stop; x stays consistent.
double sweep(const Problem& problem, const MsmOptions& options, const RunContext& run, std::vector<double>& x,
             std::vector<double>& residual) {
  const Matrix& a = problem.instance->a();
  const std::span<const double> diagonal = problem.instance->column_squares();
  double moved = 0.0;
  double size = 1.0;
  for (Index i = 0; i < x.size(); ++i) {
    if (i % poll_period == 0 && run.should_stop()) return detail::infinity;
    const double scale = (diagonal[i] + options.theta) / options.omega;
    const double value = detail::proximal_value(problem.constraint, x[i] - a.dot(i, residual) / scale, scale);
    size = std::max(size, std::abs(x[i]));
    if (value == x[i]) continue;
    moved = std::max(moved, std::abs(value - x[i]));
    a.add_column(i, value - x[i], residual);
    x[i] = value;
  }
  return moved / size;
}

}  // namespace

Solution msm(const Problem& problem, const MsmOptions& options, const RunContext& run) {
  detail::check_defined("msm", problem, {ConstraintKind::binary, ConstraintKind::sparse});
  msm_options().check(options);
  check_splitting(options, problem.instance->column_squares());
  detail::BestPoint best(problem, run, "msm");
  const detail::SmoothPart smooth(problem);
  std::vector<double> x = start_point(problem, options.start_scale, run.seed());
  detail::SmoothPart::Value value;
  const auto offer = [&](std::uint64_t sweeps) {
    value = smooth.value(x);
    best.consider(x, value.objective, sweeps);
  };
  return best.solve_by_steps(options.max_sweeps, offer, [&] {
    const double moved = sweep(problem, options, run, x, value.residual);
    return moved <= options.tolerance ? hybrid::Step::settled : hybrid::Step::moved;
  });
}

namespace detail {

MethodRow msm_row() {
  return {.name = "msm",
          .summary = "Solves exactly for one coordinate after the other, in turns (matrix splitting)",
          .constraints = {ConstraintKind::binary, ConstraintKind::sparse},
          .guarantee = "Never above its start",
          .cost = "m n for each sweep",
          .source = "Yuan, Zheng, Ghanem, CVPR 2017",
          .options = msm_options().infos(),
          .uses_start = true,
          .monotone = true,
          .solve = lode::detail::solve_by_settings<msm, msm_options>};
}

}  // namespace detail

}  // namespace lode::least_squares
