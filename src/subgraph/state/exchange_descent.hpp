#pragma once

// What the two exchange descents share: the rules of an improving exchange and the loop around them.

#include <optional>
#include <string_view>

#include <lode/core/tolerance.hpp>

#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// A member to leave, an outsider to enter, and what the weight gains.
struct Exchange {
  Vertex out = no_vertex;
  Vertex in = no_vertex;
  Weight gain = 0.0;
};

/// Gains up to this one are rounding.
inline Weight least_gain(const SwapState& state) {
  return least_gain(state.weight(), sums_of(state.graph().integral()));
}

inline Weight exchange_gain(const SwapState& state, Vertex out, Vertex in) {
  return state.degree_into(in) - state.degree_into(out) - state.graph().edge_weight(out, in).value_or(0.0);
}

/// Makes the exchanges that `next(state, stopped)` proposes until it has none, a limit is met, or the goal
/// is. `next` sets `stopped` when it gave up because the run should stop.
template <class Next>
Solution descend_by_exchanges(const Problem& problem, StartKind start, std::uint64_t max_iterations,
                              std::string_view phase, const RunContext& run, Next&& next) {
  SwapState state(problem.graph, make_start(problem, problem.start.value_or(start), run));
  hybrid::Incumbent best(goal_of(problem), {sums_of(problem.graph.integral())}, phase, run);
  best.record(state.weight(), 0);
  std::uint64_t iterations = 0;
  while (!best.should_stop()) {
    if (max_iterations > 0 && iterations >= max_iterations) {
      best.stop(StopReason::iterations);
      break;
    }
    bool stopped = false;
    const std::optional<Exchange> exchange = next(state, stopped);
    if (stopped) best.stop(run.stop_reason());
    if (!exchange) break;
    state.remove(exchange->out);
    state.add(exchange->in);
    best.record(state.weight(), ++iterations);
    best.report(iterations);
  }
  return finish_solution(problem, state.sorted_members(), best.take_trace(), best.reason(), iterations, run);
}

}  // namespace lode::subgraph::detail
