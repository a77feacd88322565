#include "least_squares/methods/ppa.hpp"

#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/smooth_point.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"
#include "least_squares/problem/gram_choice.hpp"

namespace lode::least_squares {

const lode::detail::OptionTable<PpaOptions>& ppa_options() {
  static const lode::detail::OptionTable<PpaOptions> table = {
      {"max-iterations", &PpaOptions::max_iterations, "Steps at most", "steps", lode::detail::at_least(0)},
      {"tolerance", &PpaOptions::tolerance,
       "Ends when no coordinate moves by more than this share of the largest", "",
       lode::detail::at_least(0.0)},
      {"start-scale", &PpaOptions::start_scale,
       "Scale of the normal values to begin with when no start is given", "", lode::detail::at_least(0.0)},
  };
  return table;
}

Solution ppa(const Problem& problem, const PpaOptions& options, const RunContext& run) {
  using enum ConstraintKind;
  detail::check_defined("ppa", problem, {binary, binary_c, sparse, sparse_c});
  ppa_options().check(options);
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

namespace detail {

MethodRow ppa_row() {
  MethodRow row;
  row.name = "ppa";
  row.summary = "proximal point method (iterative hard thresholding)";
  row.constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                     ConstraintKind::sparse_c};
  row.guarantee = "L-stationary";
  row.cost = "m n per iteration";
  row.source = "Beck, Eldar, SIAM J. Optim. 2013";
  row.options = ppa_options().infos();
  row.uses_start = true;
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return ppa(problem, ppa_options().read(settings), run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::least_squares
