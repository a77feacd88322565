#include "least_squares/methods/swap.hpp"

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {

Solution swap(const Problem& problem, const SwapOptions& options, const RunContext& run) {
  detail::check_defined("swap", problem, {ConstraintKind::sparse_c});
  const Index s = problem.constraint.s;
  detail::BestPoint best(problem, run, "swap");
  ExchangeState state(*problem.instance, &run);
  if (problem.start) {
    const std::vector<double> x = project(problem.constraint, *problem.start);
    std::vector<Index> support;
    for (Index i = 0; i < x.size(); ++i) {
      if (x[i] != 0.0) support.push_back(i);
    }
    state.assign(support);
  }
  best.consider(state.point(), state.value(), 0);
  grow(state, s, run);
  best.consider(state.point(), state.value(), 0);
  const ExchangeDescent descent = descend_by_exchanges(
      state, problem.target, options.max_exchanges, run,
      [&](std::uint64_t exchanges) { best.consider(state.point(), state.value(), exchanges); });
  return best.finish(descent.reason);
}

}  // namespace lode::least_squares
