#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <lode/core/tolerance.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {
namespace {

struct SwapOptions {
  std::uint64_t max_iterations = 0;
};

const auto& exchange_options() {
  static const lode::detail::OptionTable<SwapOptions> table = {
      {"max-iterations", &SwapOptions::max_iterations, "Largest number of exchanges; 0: no limit",
       "exchanges", lode::detail::at_least(0)},
  };
  return table;
}

/// A member to leave, an outsider to enter, and what the weight gains.
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

/// The vertices of a bucket array by d_S and then by number, from one end on. Buckets are sorted when their
/// vertices are asked for.
class Ranking {
 public:
  /// `sign` 1: from the lowest d_S on, -1: from the highest.
  Ranking(const SwapState& state, const BucketArray& buckets, int sign)
      : state_(state), buckets_(buckets), sign_(sign) {
    if (!buckets.empty()) key_ = sign > 0 ? buckets.lowest() : buckets.highest();
  }

  /// The vertex of rank i; no_vertex if there are at most i.
  Vertex at(std::size_t i) {
    while (ranked_.size() <= i && ranked_.size() < buckets_.size()) {
      const auto bucket = buckets_.bucket(key_);
      sign_ > 0 ? ++key_ : --key_;
      const auto first = ranked_.insert(ranked_.end(), bucket.begin(), bucket.end());
      std::sort(first, ranked_.end(), [&](Vertex a, Vertex b) {
        const Weight order = sign_ * (state_.degree_into(a) - state_.degree_into(b));
        return order != 0.0 ? order < 0.0 : a < b;
      });
    }
    return i < ranked_.size() ? ranked_[i] : no_vertex;
  }

 private:
  const SwapState& state_;
  const BucketArray& buckets_;
  const int sign_;
  std::size_t key_ = 0;  ///< of the next bucket
  std::vector<Vertex> ranked_;
};

/// The improving exchange of largest gain, ties to the smaller `out`, then the smaller `in`. Outsiders that
/// do not touch S never improve.
Exchange best_exchange(const SwapState& state) {
  Ranking members(state, state.member_buckets(), 1);
  Ranking outsiders(state, state.outsider_buckets(), -1);
  Exchange best{no_vertex, no_vertex, least_exchange_gain(state)};
  // A pair gains at most its gain without the edge between. From a hopeless one on no later pair is better:
  // those of equal d_S have larger numbers, the others lower bounds.
  const auto hopeless = [&](Vertex out, Vertex in) {
    const Weight bound = state.degree_into(in) - state.degree_into(out);
    return bound < best.gain || (bound == best.gain && (best.out == no_vertex || out > best.out ||
                                                        (out == best.out && in > best.in)));
  };
  const Vertex top = outsiders.at(0);
  if (top == no_vertex) return best;
  for (std::size_t i = 0;; ++i) {
    const Vertex out = members.at(i);
    if (out == no_vertex || hopeless(out, top)) return best;
    for (std::size_t j = 0;; ++j) {
      const Vertex in = outsiders.at(j);
      if (in == no_vertex || hopeless(out, in)) break;
      const Exchange exchange = exchange_of(state, out, in);
      const bool smaller = out < best.out || (out == best.out && in < best.in);
      if (exchange.gain > best.gain || (exchange.gain == best.gain && best.out != no_vertex && smaller)) {
        best = exchange;
      }
    }
  }
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
/// makes the one of largest gain d_S(v) - d_S(u) - w_uv, ties to the smaller u, then the smaller v.
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
/// with the smallest outsider that raises the weight, if there is one, and the visit goes on with the next
/// vertex. Ends when n visits in a row change nothing.
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
