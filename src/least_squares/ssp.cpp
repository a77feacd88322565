#include <lode/least_squares/ssp.hpp>

#include "least_squares/best_point.hpp"
#include "least_squares/checks.hpp"
#include "least_squares/pursuit.hpp"

namespace lode::least_squares {

Solution ssp(const Problem& problem, RunContext& run) {
  detail::check_defined("ssp", problem, {ConstraintKind::sparse_c});
  const Instance& instance = *problem.instance;
  const std::size_t s = problem.constraint.s;
  detail::BestPoint best(problem, run, "ssp");
  const auto fitted_on = [&](const std::vector<Index>& support) {
    return detail::pursuit_point(problem, detail::fitted(instance, support));
  };
  const std::vector<double> q(instance.correlations().begin(), instance.correlations().end());
  best.consider(std::vector<double>(q.size(), 0.0), instance.half_norm_b(), 0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  auto point = fitted_on(detail::largest_magnitudes(q, s));
  for (std::uint64_t round = 1;; ++round) {
    best.consider(point.x, point.objective, round);
    if (const auto stop = best.should_end()) return best.finish(*stop);
    const std::vector<Index> more = detail::largest_magnitudes(point.correlations, s);
    const std::vector<double> merged = detail::fitted(instance, detail::merged_support(point.x, more));
    auto next = fitted_on(detail::largest_magnitudes(merged, s));
    if (next.objective >= point.objective) return best.finish(StopReason::converged);
    point = std::move(next);
  }
}

}  // namespace lode::least_squares
