#include "least_squares/methods/cosamp.hpp"

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/methods/pursuit.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {
namespace {

const lode::detail::OptionTable<CosampOptions>& cosamp_options() {
  static const lode::detail::OptionTable<CosampOptions> table = {
      {"max-rounds", &CosampOptions::max_rounds, "Rounds at most", "rounds", lode::detail::at_least(0)},
  };
  return table;
}

}  // namespace

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

namespace detail {

MethodRow cosamp_row() {
  return {.name = "cosamp",
          .summary = "compressive sampling matching pursuit, best round",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "none",
          .cost = "m n + m s^2 per round",
          .source = "Needell, Tropp, Appl. Comput. Harmon. Anal. 2009",
          .options = cosamp_options().infos(),
          .solve = lode::detail::solve_by_settings<cosamp, cosamp_options>};
}

}  // namespace detail

}  // namespace lode::least_squares
