#include "least_squares/methods/ssp.hpp"

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/methods/pursuit.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {

Solution ssp(const Problem& problem, const RunContext& run) {
  detail::check_defined("ssp", problem, {ConstraintKind::sparse_c});
  const Instance& instance = *problem.instance;
  const std::size_t s = problem.constraint.s;
  detail::BestPoint best(problem, run, "ssp");
  // Nothing when the run should stop before the fit is there.
  const auto fitted_on = [&](const std::vector<Index>& support) -> std::optional<detail::PursuitPoint> {
    auto x = detail::fitted(instance, support, run);
    if (!x) return std::nullopt;
    return detail::pursuit_point(problem, std::move(*x));
  };
  const std::vector<double> q(instance.correlations().begin(), instance.correlations().end());
  best.consider(std::vector<double>(q.size(), 0.0), instance.half_norm_b(), 0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  auto point = fitted_on(detail::largest_magnitudes(q, s));
  for (std::uint64_t round = 1; point; ++round) {
    best.consider(point->x, point->objective, round);
    if (const auto stop = best.should_end()) return best.finish(*stop);
    const std::vector<Index> more = detail::largest_magnitudes(point->correlations, s);
    const auto merged = detail::fitted(instance, detail::merged_support(point->x, more), run);
    if (!merged) break;
    auto next = fitted_on(detail::largest_magnitudes(*merged, s));
    if (next && next->objective >= point->objective) return best.finish(StopReason::converged);
    point = std::move(next);
  }
  return best.finish(run.stop_reason());
}

namespace detail {

MethodRow ssp_row() {
  return {.name = "ssp",
          .summary = "subspace pursuit",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "least squares on its support",
          .cost = "m n + m s^2 per round",
          .source = "Dai, Milenkovic, IEEE Trans. Inform. Theory 2009",
          .monotone = true,
          .solve = lode::detail::solve_by_settings<ssp>};
}

}  // namespace detail

}  // namespace lode::least_squares
