#include "least_squares/methods/cosamp.hpp"

#include "least_squares/methods/pursuit.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {

Solution cosamp(const Problem& problem, const CosampOptions& options, const RunContext& run) {
  detail::check_defined("cosamp", problem, {ConstraintKind::sparse_c});
  const Instance& instance = *problem.instance;
  const std::size_t s = problem.constraint.s;
  detail::BestPoint best(problem, run, "cosamp");
  auto point = detail::pursuit_point(problem, std::vector<double>(instance.columns(), 0.0));
  for (std::uint64_t round = 0;; ++round) {
    best.consider(point.x, point.objective, round);
    if (const auto stop = best.should_end()) return best.finish(*stop);
    if (round == options.max_rounds) return best.finish(StopReason::iterations);
    const std::vector<Index> more = detail::largest_magnitudes(point.correlations, 2 * s);
    auto merged = detail::fitted(instance, detail::merged_support(point.x, more), run);
    if (!merged) return best.finish(run.stop_reason());
    std::vector<double> next = project(problem.constraint, std::move(*merged));
    if (next == point.x) return best.finish(StopReason::converged);
    point = detail::pursuit_point(problem, std::move(next));
  }
}

}  // namespace lode::least_squares
