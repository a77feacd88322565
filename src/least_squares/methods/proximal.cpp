#include "least_squares/methods/smooth_point.hpp"

namespace lode::least_squares {
namespace {

/// For ppa, appa.
struct PpaOptions {
  std::uint64_t max_iterations = 5000;
  double tolerance = 1e-10;   ///< ends when no coordinate moves by more than this share of the largest
  double start_scale = 1e-3;  ///< of the normal values to begin with when the problem has no start
};

lode::detail::OptionTable<PpaOptions> ppa_options() {
  return {
      {"max-iterations", &PpaOptions::max_iterations, "Largest number of steps", "steps",
       lode::detail::at_least(0)},
      {"tolerance", &PpaOptions::tolerance, tolerance_meaning, "", lode::detail::at_least(0.0)},
      {"start-scale", &PpaOptions::start_scale, start_scale_meaning, "", lode::detail::at_least(0.0)},
  };
}

/// Calls `advance(now, at, step)` for the next point until the point no longer moves: at(x) is the point at
/// x, step(point) the proximal step prox(x - g(x) / L) from a point. L is 1.01 times the largest eigenvalue
/// of A'A, and 1 instead of 0, when f is constant and any L serves.
template <class Advance>
Solution proximal_descent(std::string_view method, const Problem& problem, const PpaOptions& options,
                          const RunContext& run, Advance&& advance) {
  BestPoint best(problem, run, method);
  const auto at = [&](std::vector<double> x) { return SmoothPoint(problem, std::move(x)); };
  SmoothPoint now = at(start_point(problem, options.start_scale, run.seed()));
  const auto offer = [&](std::uint64_t steps) { best.consider(now.x, now.objective, steps); };
  offer(0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  const double eigenvalue = problem.instance->largest_eigenvalue(run);
  const double lipschitz = eigenvalue > 0.0 ? eigenvalue : 1.0;
  const auto step = [&](const SmoothPoint& from) {
    std::vector<double> goal = problem.instance->a().multiply_transposed(from.residual);
    as_writable(goal) = as_vector(from.x) - as_vector(goal) / lipschitz;
    return at(proximal_point(problem.constraint, std::move(goal), lipschitz));
  };
  return best.solve_by_steps(options.max_iterations, offer, [&] {
    SmoothPoint next = advance(now, at, step);
    const double moved = relative_distance(now.x, next.x);
    now = std::move(next);
    return moved <= options.tolerance ? hybrid::Step::settled : hybrid::Step::moved;
  });
}

/// Proximal point (proximal gradient) method; under sparse-c iterative hard thresholding. Under sparse, x = 0
/// is often a fixed point, so the start is random.
Solution ppa(const Problem& problem, const PpaOptions& options, const RunContext& run) {
  return proximal_descent("ppa", problem, options, run,
                          [](const auto& now, const auto&, const auto& step) { return step(now); });
}

/// Accelerated proximal point method, the monotone variant.
///
/// Every iteration takes two proximal steps, one from x and one from the extrapolation
/// x + ((t' - 1) / t) (x - x'), and keeps the better; where the extrapolated one is above the present point
/// the extrapolation restarts.
Solution appa(const Problem& problem, const PpaOptions& options, const RunContext& run) {
  std::vector<double> before;  // the point before the present one, from the second step on
  double momentum = 1.0;
  return proximal_descent(
      "appa", problem, options, run, [&](const auto& now, const auto& at, const auto& step) {
        SmoothPoint next = step(now);
        const double next_momentum = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
        const double weight = (momentum - 1.0) / next_momentum;
        momentum = next_momentum;
        if (weight > 0.0) {
          std::vector<double> ahead(now.x);
          for (std::size_t i = 0; i < before.size(); ++i) ahead[i] += weight * (now.x[i] - before[i]);
          SmoothPoint extrapolated = step(at(std::move(ahead)));
          if (extrapolated.objective > now.objective) momentum = 1.0;
          if (extrapolated.objective < next.objective) next = std::move(extrapolated);
        }
        before = now.x;
        return next;
      });
}

}  // namespace

MethodRow ppa_row() {
  return {.name = "ppa",
          .summary =
              "Takes a gradient step, then goes to the nearest feasible point (proximal point, iterative "
              "hard thresholding)",
          .constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                          ConstraintKind::sparse_c},
          .guarantee = "L-stationary",
          .cost = "m n for each iteration",
          .source = "Beck, Eldar, SIAM J. Optim. 2013",
          .options = ppa_options().infos(),
          .uses_start = true,
          .monotone = true,
          .solve = lode::detail::solve_by_settings<ppa, ppa_options>};
}

MethodRow appa_row() {
  MethodRow row = ppa_row();
  row.name = "appa";
  row.summary = "Takes proximal point steps with momentum that never raise the objective (accelerated)";
  row.guarantee = "Never above its start";
  row.cost = "2 m n for each iteration";
  row.source = "Beck, Teboulle, SIAM J. Imaging Sci. 2009; Li, Lin, NIPS 2015";
  row.solve = lode::detail::solve_by_settings<appa, ppa_options>;
  return row;
}

}  // namespace lode::least_squares
