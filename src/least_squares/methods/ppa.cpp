#include "least_squares/methods/ppa.hpp"

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
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
  return detail::proximal_descent("ppa", problem, options, run,
                                  [](const auto& now, const auto& step) { return step(now); });
}

namespace detail {

Solution proximal_descent(
    std::string_view method, const Problem& problem, const PpaOptions& options, const RunContext& run,
    const std::function<ProximalPoint(const ProximalPoint& now, const ProximalStep& step)>& advance) {
  using enum ConstraintKind;
  check_defined(method, problem, {binary, binary_c, sparse, sparse_c});
  ppa_options().check(options);
  BestPoint best(problem, run, method);
  const SmoothPart smooth(problem);
  std::vector<double> x = start_point(problem, options.start_scale, run.seed());
  best.consider(x, smooth.value(x).objective, 0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  prepare_gram_if_worth(*problem.instance, run);
  const double lipschitz = problem.instance->largest_eigenvalue(run);
  const auto at = [&](std::vector<double> point) {
    SmoothPart::Value value = smooth.value(point);
    return ProximalPoint{std::move(point), std::move(value)};
  };
  const auto step = [&](const ProximalPoint& from) {
    return at(proximal_step(problem.constraint, from.x, smooth.gradient(from.x, from.value), lipschitz));
  };

  ProximalPoint now = at(std::move(x));
  for (std::uint64_t iteration = 0;; ++iteration) {
    best.consider(now.x, now.value.objective, iteration);
    if (const auto stop = best.should_end()) return best.finish(*stop);
    if (iteration == options.max_iterations) return best.finish(StopReason::iterations);
    ProximalPoint next = advance(now, step);
    const double moved = relative_distance(now.x, next.x);
    now = std::move(next);
    if (moved <= options.tolerance) {
      best.consider(now.x, now.value.objective, iteration + 1);
      return best.finish(StopReason::converged);
    }
  }
}

MethodRow ppa_row() {
  return {.name = "ppa",
          .summary = "proximal point method (iterative hard thresholding)",
          .constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                          ConstraintKind::sparse_c},
          .guarantee = "L-stationary",
          .cost = "m n per iteration",
          .source = "Beck, Eldar, SIAM J. Optim. 2013",
          .options = ppa_options().infos(),
          .uses_start = true,
          .monotone = true,
          .solve = lode::detail::solve_by_settings<ppa, ppa_options>};
}

}  // namespace detail

}  // namespace lode::least_squares
