#include <string>

#include <lode/core/error.hpp>

#include "least_squares/methods/smooth_point.hpp"

namespace lode::least_squares {
namespace {

struct MsmOptions {
  double omega = 1.0;
  double theta = 0.01;
  std::uint64_t max_sweeps = 5000;
  double tolerance = 1e-10;   ///< ends when no coordinate moves by more than this share of the largest
  double start_scale = 1e-3;  ///< of the normal values to begin with when the problem has no start
};

lode::detail::OptionTable<MsmOptions> msm_options() {
  return {
      {"omega", &MsmOptions::omega, "Relaxation factor of the splitting", "",
       lode::detail::strictly_between(0.0, 2.0)},
      {"theta", &MsmOptions::theta, "Number added to the diagonal of the splitting", "",
       lode::detail::at_least(0.0)},
      {"max-sweeps", &MsmOptions::max_sweeps, "Largest number of sweeps over all coordinates", "sweeps",
       lode::detail::at_least(0)},
      {"tolerance", &MsmOptions::tolerance, tolerance_meaning, "", lode::detail::at_least(0.0)},
      {"start-scale", &MsmOptions::start_scale, start_scale_meaning, "", lode::detail::at_least(0.0)},
  };
}

/// Matrix splitting method.
///
/// Splits G = A'A = L0 + D + L0' into B = L0 + (D + theta I) / omega and G - B. Every sweep solves
/// 0 in Bz + (G - B)x - q + dh(z) by forward substitution. Coordinate i minimises
/// B_ii/2 (t - x_i)^2 + g t + h(t), where g is the partial gradient at the mixed point. With omega = 1 the
/// method is cyclic coordinate descent with a small proximal term. Ties: binary to -1, sparse to 0.
Solution msm(const Problem& problem, const MsmOptions& options, const RunContext& run) {
  constexpr Index poll_period = 64;  // each coordinate reads and writes a column of A at most
  const Matrix& a = problem.instance->a();
  const std::span<const double> diagonal = problem.instance->column_squares();
  const double least = *std::min_element(diagonal.begin(), diagonal.end());
  if (!(2.0 * options.theta + (2.0 - options.omega) * least > 0.0)) {
    throw InvalidArgument("theta", std::to_string(options.theta), "leaves a zero column without curvature",
                          "choose theta > 0");
  }
  BestPoint best(problem, run, "msm");
  SmoothPoint now;
  now.x = start_point(problem, options.start_scale, run.seed());
  const auto offer = [&](std::uint64_t sweeps) {
    now = SmoothPoint(problem, std::move(now.x));
    best.consider(now.x, now.objective, sweeps);
  };
  return best.solve_by_steps(options.max_sweeps, offer, [&] {
    double moved = 0.0;
    double size = 1.0;
    std::vector<double>& x = now.x;
    for (Index i = 0; i < x.size(); ++i) {
      if (i % poll_period == 0 && run.should_stop()) return hybrid::Step::moved;
      const double scale = (diagonal[i] + options.theta) / options.omega;
      const double next = proximal_value(problem.constraint, x[i] - a.dot(i, now.residual) / scale, scale);
      size = std::max(size, std::abs(x[i]));
      if (next == x[i]) continue;
      moved = std::max(moved, std::abs(next - x[i]));
      a.add_column(i, next - x[i], now.residual);
      x[i] = next;
    }
    return moved / size <= options.tolerance ? hybrid::Step::settled : hybrid::Step::moved;
  });
}

}  // namespace

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

}  // namespace lode::least_squares
