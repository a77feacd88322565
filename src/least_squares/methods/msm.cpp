#include "least_squares/methods/msm.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <lode/core/error.hpp>

#include "least_squares/hybrid/smooth_point.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {
namespace {

constexpr Index poll_period = 64;

void check_options(const MsmOptions& options, std::span<const double> diagonal) {
  detail::check_not_negative("tolerance", options.tolerance);
  detail::check_not_negative("start scale", options.start_scale);
  detail::check_not_negative("theta", options.theta);
  if (!(options.omega > 0.0 && options.omega < 2.0)) {
    throw InvalidArgument("omega", std::to_string(options.omega), "must lie between 0 and 2");
  }
  const double least = *std::min_element(diagonal.begin(), diagonal.end());
  if (!(2.0 * options.theta + (2.0 - options.omega) * least > 0.0)) {
    throw InvalidArgument("theta", std::to_string(options.theta), "leaves a zero column without curvature",
                          "choose theta > 0");
  }
}

/// One forward substitution; `residual` is Ax - b throughout. The problem of coordinate i, whose partial
/// gradient at the mixed point is g, is min B_ii/2 (t - x_i)^2 + g t + h(t). Returns the largest relative
/// move, or nothing once the run should stop; x stays consistent.
double sweep(const Problem& problem, const MsmOptions& options, const RunContext& run, std::vector<double>& x,
             std::vector<double>& residual) {
  const Matrix& a = problem.instance->a();
  const std::span<const double> diagonal = problem.instance->column_squares();
  double moved = 0.0;
  double size = 1.0;
  for (Index i = 0; i < x.size(); ++i) {
    if (i % poll_period == 0 && run.should_stop()) break;
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
  check_options(options, problem.instance->column_squares());
  detail::BestPoint best(problem, run, "msm");
  const detail::SmoothPart smooth(problem);
  std::vector<double> x = start_point(problem, options.start_scale, run.seed());
  double moved = std::numeric_limits<double>::infinity();
  for (std::uint64_t sweeps = 0;; ++sweeps) {
    auto value = smooth.value(x);
    best.consider(x, value.objective, sweeps);
    if (const auto stop = best.should_end()) return best.finish(*stop);
    if (moved <= options.tolerance) return best.finish(StopReason::converged);
    if (sweeps == options.max_sweeps) return best.finish(StopReason::iterations);
    moved = sweep(problem, options, run, x, value.residual);
  }
}

}  // namespace lode::least_squares
