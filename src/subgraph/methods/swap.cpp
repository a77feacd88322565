#include "subgraph/methods/swap.hpp"

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

namespace lode::subgraph {
namespace {

/// A member to leave, an outsider to enter, and what the weight gains.
struct Exchange {
  Vertex out = no_vertex;
  Vertex in = no_vertex;
  Weight gain = 0.0;
};

/// Gains up to this one are rounding.
Weight least_gain(const SwapState& state) {
  return lode::least_gain(state.weight(), sums_of(state.graph().integral()));
}

Weight exchange_gain(const SwapState& state, Vertex out, Vertex in) {
  return state.degree_into(in) - state.degree_into(out) - state.graph().edge_weight(out, in).value_or(0.0);
}

/// Makes the exchanges that `next(state, stopped)` proposes until it has none, a limit is met, or the goal
/// is. `next` sets `stopped` when it gave up because the run should stop.
template <class Next>
Solution descend_by_exchanges(const Problem& problem, const SwapOptions& options, std::string_view phase,
                              const RunContext& run, Next&& next) {
  check_problem(problem);
  SwapState state(problem.graph, make_start(problem, problem.start.value_or(options.start), run));
  hybrid::Incumbent best(detail::goal_of(problem), {sums_of(problem.graph.integral())}, phase, run);
  best.record(state.weight(), 0);
  std::uint64_t iterations = 0;
  while (!best.should_stop()) {
    if (options.max_iterations > 0 && iterations >= options.max_iterations) {
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

/// The vertices of a bucket array by d_S and then by number, from one end on, as far as they are asked for.
/// Cost: the sizes of the buckets opened, and O(log n) per vertex asked for.
class Ranking {
 public:
  enum class From { lowest, highest };

  Ranking(const SwapState& state, const BucketArray& buckets, From from)
      : buckets_(buckets), later_{state, from == From::lowest} {
    if (!buckets.empty()) key_ = later_.lowest_first ? buckets.lowest() : buckets.highest();
  }

  /// The vertex of rank i, or nothing when there are not so many.
  std::optional<Vertex> at(std::size_t i) {
    while (ranked_.size() <= i) {
      if (heap_.empty() && !open_bucket()) return std::nullopt;
      std::pop_heap(heap_.begin(), heap_.end(), later_);
      ranked_.push_back(heap_.back());
      heap_.pop_back();
    }
    return ranked_[i];
  }

 private:
  /// Heap order: whether a comes after b.
  struct Later {
    const SwapState& state;
    bool lowest_first;
    bool operator()(Vertex a, Vertex b) const {
      const Weight da = state.degree_into(a);
      const Weight db = state.degree_into(b);
      if (da != db) return lowest_first ? da > db : da < db;
      return a > b;
    }
  };

  bool open_bucket() {
    while (opened_ < buckets_.size()) {
      const auto bucket = buckets_.bucket(key_);
      later_.lowest_first ? ++key_ : --key_;
      if (bucket.empty()) continue;
      opened_ += bucket.size();
      heap_.assign(bucket.begin(), bucket.end());
      std::make_heap(heap_.begin(), heap_.end(), later_);
      return true;
    }
    return false;
  }

  const BucketArray& buckets_;
  const Later later_;
  std::size_t key_ = 0;     ///< of the next bucket
  std::size_t opened_ = 0;  ///< vertices in the buckets opened
  std::vector<Vertex> heap_;
  std::vector<Vertex> ranked_;
};

/// The improving exchange of largest gain, ties to the smaller `out`, then the smaller `in`. Outsiders that
/// do not touch S never improve.
std::optional<Exchange> best_exchange(const SwapState& state) {
  Ranking members(state, state.member_buckets(), Ranking::From::lowest);
  Ranking outsiders(state, state.outsider_buckets(), Ranking::From::highest);
  const Weight least = least_gain(state);
  Exchange best{no_vertex, no_vertex, least};
  // A pair gains at most its gain without the edge between. From a hopeless one on no later pair is better:
  // those of equal d_S have larger numbers, the others lower bounds.
  const auto hopeless = [&](Vertex out, Vertex in) {
    const Weight bound = state.degree_into(in) - state.degree_into(out);
    if (bound <= least || bound < best.gain) return true;
    return bound == best.gain && (out > best.out || (out == best.out && in > best.in));
  };
  const std::optional<Vertex> top = outsiders.at(0);
  if (!top) return std::nullopt;
  for (std::size_t i = 0;; ++i) {
    const std::optional<Vertex> out = members.at(i);
    if (!out || hopeless(*out, *top)) break;
    for (std::size_t j = 0;; ++j) {
      const std::optional<Vertex> in = outsiders.at(j);
      if (!in || hopeless(*out, *in)) break;
      const Exchange exchange{*out, *in, exchange_gain(state, *out, *in)};
      const bool smaller = *out < best.out || (*out == best.out && *in < best.in);
      if (exchange.gain > best.gain || (exchange.gain == best.gain && best.out != no_vertex && smaller)) {
        best = exchange;
      }
    }
  }
  if (best.out == no_vertex) return std::nullopt;
  return best;
}

/// The smallest outsider whose exchange for `out` improves.
std::optional<Exchange> first_exchange_for(const SwapState& state, Vertex out) {
  const BucketArray& outsiders = state.outsider_buckets();
  if (outsiders.empty()) return std::nullopt;
  const Weight least = least_gain(state);
  Exchange first;
  // Only a weighted bucket holds outsiders of larger d_S than the member's in the member's own bucket.
  const std::size_t lowest = state.key(out) + (state.graph().weighted() ? 0 : 1);
  for (std::size_t key = outsiders.highest() + 1; key-- > lowest;) {
    for (const Vertex in : outsiders.bucket(key)) {
      if (in >= first.in || state.degree_into(in) - state.degree_into(out) <= least) continue;
      const Weight gain = exchange_gain(state, out, in);
      if (gain > least) first = {out, in, gain};
    }
  }
  if (first.out == no_vertex) return std::nullopt;
  return first;
}

/// Visits the vertices by number, going on where it last stopped.
class Sweep {
 public:
  explicit Sweep(const RunContext& run) : run_(run) {}

  std::optional<Exchange> operator()(const SwapState& state, bool& stopped) {
    const Vertex n = state.graph().num_vertices();
    for (Vertex visits = 0; visits < n; ++visits) {
      const Vertex v = next_;
      next_ = v + 1 == n ? 0 : v + 1;
      if (!state.is_member(v)) continue;
      if (++members_ % poll_interval == 0 && run_.should_stop()) {
        stopped = true;
        return std::nullopt;
      }
      if (auto exchange = first_exchange_for(state, v)) return exchange;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint64_t poll_interval = 1024;

  const RunContext& run_;
  Vertex next_ = 0;
  std::uint64_t members_ = 0;
};

const lode::detail::OptionTable<SwapOptions>& exchange_options() {
  static const lode::detail::OptionTable<SwapOptions> table = {
      {"max-iterations", &SwapOptions::max_iterations, "Largest number of exchanges; 0: no limit",
       "exchanges", lode::detail::at_least(0)},
  };
  return table;
}

}  // namespace

Solution swap_descent(const Problem& problem, const SwapOptions& options, const RunContext& run) {
  return descend_by_exchanges(problem, options, "swap", run,
                              [](const SwapState& state, bool&) { return best_exchange(state); });
}

Solution swap_first_descent(const Problem& problem, const SwapOptions& options, const RunContext& run) {
  return descend_by_exchanges(problem, options, "swap-first", run, Sweep(run));
}

namespace detail {

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

}  // namespace detail

}  // namespace lode::subgraph
