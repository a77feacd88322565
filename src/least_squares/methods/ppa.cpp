#include "least_squares/methods/ppa.hpp"

#include "least_squares/hybrid/smooth_point.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"
#include "least_squares/problem/gram_choice.hpp"

namespace lode::least_squares {

Solution ppa(const Problem& problem, const PpaOptions& options, const RunContext& run) {
  using enum ConstraintKind;
  detail::check_defined("ppa", problem, {binary, binary_c, sparse, sparse_c});
  detail::check_not_negative("tolerance", options.tolerance);
  detail::check_not_negative("start scale", options.start_scale);
  detail::BestPoint best(problem, run, "ppa");
  const detail::SmoothPart smooth(problem);
  std::vector<double> x = start_point(problem, options.start_scale, run.seed());
  best.consider(x, smooth.value(x).objective, 0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  detail::prepare_gram_if_worth(*problem.instance, run);
  const double lipschitz = problem.instance->largest_eigenvalue(run);

  for (std::uint64_t iteration = 0;; ++iteration) {
    const auto value = smooth.value(x);
    best.consider(x, value.objective, iteration);
    if (const auto stop = best.should_end()) return best.finish(*stop);
    if (iteration == options.max_iterations) return best.finish(StopReason::iterations);
    std::vector<double> next =
        detail::proximal_step(problem.constraint, x, smooth.gradient(x, value), lipschitz);
    const double moved = detail::relative_distance(x, next);
    x = std::move(next);
    if (moved <= options.tolerance) {
      best.consider(x, smooth.value(x).objective, iteration + 1);
      return best.finish(StopReason::converged);
    }
  }
}

}  // namespace lode::least_squares
