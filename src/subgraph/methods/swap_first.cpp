#include "subgraph/methods/swap_first.hpp"

#include <algorithm>

#include "subgraph/state/exchange_descent.hpp"

namespace lode::subgraph {
namespace {

/// The smallest outsider whose exchange for `out` improves.
std::optional<detail::Exchange> first_exchange_for(const SwapState& state, Vertex out) {
  const BucketArray& outsiders = state.outsider_buckets();
  if (outsiders.empty()) return std::nullopt;
  const Weight least = detail::least_gain(state);
  detail::Exchange first;
  // Only a weighted bucket holds outsiders of larger d_S than the member's in the member's own bucket.
  const std::size_t lowest = state.key(out) + (state.graph().weighted() ? 0 : 1);
  for (std::size_t key = outsiders.highest() + 1; key-- > lowest;) {
    for (const Vertex in : outsiders.bucket(key)) {
      if (in >= first.in || state.degree_into(in) - state.degree_into(out) <= least) continue;
      const Weight gain = detail::exchange_gain(state, out, in);
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

  std::optional<detail::Exchange> operator()(const SwapState& state, bool& stopped) {
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

}  // namespace

Solution swap_first_descent(const Problem& problem, const SwapOptions& options, const RunContext& run) {
  check_problem(problem);
  return detail::descend_by_exchanges(problem, options.start, options.max_iterations, "swap-first", run,
                                      Sweep(run));
}

namespace detail {

MethodRow swap_first_row() {
  return exchange_row("swap-first", "exchange descent, the first improving exchange in vertex order",
                      swap_first_descent);
}

}  // namespace detail

}  // namespace lode::subgraph
