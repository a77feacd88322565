#include <algorithm>
#include <string_view>
#include <vector>

#include <lode/core/tolerance.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/options/option_table.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {
namespace {

struct SwapOptions {
  std::uint64_t max_iterations = 0;
};

lode::detail::OptionTable<SwapOptions> exchange_options() {
  return {
      {"max-iterations", &SwapOptions::max_iterations, "Largest number of exchanges; 0: no limit",
       "exchanges", lode::detail::at_least(0)},
  };
}

/// A member to leave, an outsider to enter, and the gain of the weight.
struct Exchange {
  Vertex out = no_vertex;
  Vertex in = no_vertex;
  Weight gain = 0.0;
};

/// Gains up to this one are rounding.
Weight least_exchange_gain(const SwapState& state) {
  return least_gain(state.weight(), sums_of(state.graph().integral()));
}

Exchange exchange_of(const SwapState& state, Vertex out, Vertex in) {
  const Weight between = state.graph().edge_weight(out, in).value_or(0.0);
  return {out, in, state.degree_into(in) - state.degree_into(out) - between};
}

/// Makes the exchanges that `next(state)` returns until it finds none, a limit is met, or the goal is.
template <class Next>
Solution descend_by_exchanges(const Problem& problem, const SwapOptions& options, std::string_view phase,
                              const RunContext& run, Next&& next) {
  check_problem(problem);
  SwapState state(problem.graph, make_start(problem, problem.start.value_or(StartKind::peeling), run));
  hybrid::Incumbent best(goal_of(problem), {sums_of(problem.graph.integral())}, phase, run);
  best.record(state.weight(), 0);
  std::uint64_t iterations = 0;
  while (!best.should_stop()) {
    if (options.max_iterations > 0 && iterations >= options.max_iterations) {
      best.stop(StopReason::iterations);
      break;
    }
    const Exchange exchange = next(state);
    if (exchange.out == no_vertex) {
      best.should_stop();  // which may be why none was found
      break;
    }
    state.remove(exchange.out);
    state.add(exchange.in);
    best.record(state.weight(), ++iterations);
    best.report(iterations);
  }
  return finish_solution(problem, state.sorted_members(), best.take_trace(), best.reason(), iterations, run);
}

/// The improving exchange of largest gain, ties to the smaller `out`, then the smaller `in`. Outsiders that
/// do not touch S never improve.
Exchange best_exchange(const SwapState& state) {
  Exchange best{no_vertex, no_vertex, least_exchange_gain(state)};
  const BucketArray& members = state.member_buckets();
  const BucketArray& outsiders = state.outsider_buckets();
  if (members.empty() || outsiders.empty()) return best;
  // Vertices by d_S (`sign` 1: rising) and then by number, bucket by bucket.
  const auto append_bucket = [&](std::vector<Vertex>& sorted, const BucketArray& buckets, std::size_t key,
                                 int sign) {
    const auto bucket = buckets.bucket(key);
    const auto first = sorted.insert(sorted.end(), bucket.begin(), bucket.end());
    std::sort(first, sorted.end(), [&](Vertex a, Vertex b) {
      const Weight order = sign * (state.degree_into(a) - state.degree_into(b));
      return order != 0.0 ? order < 0.0 : a < b;
    });
  };
  // A pair gains at most its gain without the edge between. After a hopeless pair no later pair is better:
  // later pairs have lower bounds, or equal bounds and larger numbers.
  const auto hopeless = [&](Vertex out, Vertex in) {
    const Weight bound = state.degree_into(in) - state.degree_into(out);
    return bound < best.gain || (bound == best.gain && (best.out == no_vertex || out > best.out ||
                                                        (out == best.out && in > best.in)));
  };
  std::vector<Vertex> outs;
  std::vector<Vertex> ins;
  std::size_t low = members.lowest();
  std::size_t high = outsiders.highest();
  append_bucket(ins, outsiders, high, -1);
  for (std::size_t i = 0; i < members.size(); ++i) {
    while (outs.size() <= i) append_bucket(outs, members, low++, 1);
    if (hopeless(outs[i], ins.front())) return best;
    for (std::size_t j = 0; j < outsiders.size(); ++j) {
      while (ins.size() <= j) append_bucket(ins, outsiders, --high, -1);
      if (hopeless(outs[i], ins[j])) break;
      const Exchange exchange = exchange_of(state, outs[i], ins[j]);
      const bool smaller = outs[i] < best.out || (outs[i] == best.out && ins[j] < best.in);
      if (exchange.gain > best.gain || (exchange.gain == best.gain && best.out != no_vertex && smaller)) {
        best = exchange;
      }
    }
  }
  return best;
}

/// The exchange of `out` for the smallest outsider that improves.
Exchange first_exchange_for(const SwapState& state, Vertex out) {
  const BucketArray& outsiders = state.outsider_buckets();
  Exchange first;
  if (outsiders.empty()) return first;
  const Weight least = least_exchange_gain(state);
  // Only a weighted bucket holds outsiders of larger d_S than the member's in the member's own bucket.
  const std::size_t lowest = state.key(out) + (state.graph().weighted() ? 0 : 1);
  for (std::size_t key = outsiders.highest() + 1; key-- > lowest;) {
    for (const Vertex in : outsiders.bucket(key)) {
      if (in >= first.in || state.degree_into(in) - state.degree_into(out) <= least) continue;
      const Exchange exchange = exchange_of(state, out, in);
      if (exchange.gain > least) first = exchange;
    }
  }
  return first;
}

/// Best-improvement exchange descent: while some exchange of a member u with an outsider v raises the weight,
/// makes the exchange of largest gain d_S(v) - d_S(u) - w_uv, ties to the smaller u, then the smaller v.
///
/// The best of all s(n-s) exchanges is found from the ends of the bucket arrays: no pair beyond the present
/// best gain is looked at. With real weights a gain counts when it exceeds 1e-12 w(S).
///
/// Cost:    O(n + m) for the start; per exchange O(deg u + deg v), sorting the buckets met, and O(log d) per
///          adjacent pair of extreme vertices; memory O(n).
/// Returns: exactly s vertices; 1-swap optimal when the stop reason is converged.
/// Deterministic for a given start.
Solution swap_descent(const Problem& problem, const SwapOptions& options, const RunContext& run) {
  return descend_by_exchanges(problem, options, "swap", run, best_exchange);
}

/// First-improvement exchange descent: vertices are visited by number, again and again; a member is exchanged
/// with the smallest outsider that raises the weight, if there is one, and the next vertex is visited. Ends
/// when n visits in a row change nothing.
///
/// Cost:    O(n + m) for the start; O(1) per visit without a candidate, else the number of outsiders whose
///          d_S exceeds the member's; O(deg u + deg v) per exchange; memory O(n).
/// Returns: exactly s vertices; 1-swap optimal when the stop reason is converged.
/// Deterministic for a given start.
Solution swap_first_descent(const Problem& problem, const SwapOptions& options, const RunContext& run) {
  constexpr std::uint64_t poll_interval = 1024;
  const Vertex n = problem.graph.num_vertices();
  Vertex next = 0;
  std::uint64_t members = 0;
  return descend_by_exchanges(problem, options, "swap-first", run, [&](const SwapState& state) {
    for (Vertex visits = 0; visits < n; ++visits) {
      const Vertex v = next;
      next = v + 1 == n ? 0 : v + 1;
      if (!state.is_member(v)) continue;
      if (++members % poll_interval == 0 && run.should_stop()) break;
      const Exchange exchange = first_exchange_for(state, v);
      if (exchange.out != no_vertex) return exchange;
    }
    return Exchange();
  });
}

}  // namespace

MethodRow swap_row() {
  return {.name = "swap",
          .summary =
              "Exchanges one member for one outsider, each time the pair that gains most, until no exchange "
              "gains",
          .objective = "w(S)",
          .guarantee = "No exchange of one pair improves the answer",
          .cost = "O(n + m), and for each exchange two degrees and the candidates in the extreme buckets",
          .source = "folklore",
          .options = exchange_options().infos(),
          .solve = lode::detail::solve_by_settings<swap_descent, exchange_options>};
}

MethodRow swap_first_row() {
  MethodRow row = swap_row();
  row.name = "swap-first";
  row.summary = "Exchanges one member for one outsider, each time the first pair in vertex order that gains";
  row.solve = lode::detail::solve_by_settings<swap_first_descent, exchange_options>;
  return row;
}

}  // namespace lode::subgraph::detail
