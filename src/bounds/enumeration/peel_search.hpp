#pragma once

#include <cstdint>
#include <vector>

#include "bounds/enumeration/growth_limits.hpp"
#include "bounds/enumeration/search_graph.hpp"

namespace lode::subgraph::detail {

/// What a search for sets of at least a given weight found.
struct PeelSearchResult {
  std::vector<Vertex> best;  ///< vertices behind the graph, increasing; empty when there is no such set
  std::int64_t weight = 0;   ///< of that set
  std::uint64_t nodes = 0;   ///< prefixes looked at
  bool complete = false;     ///< everything was searched: no set weighs more than max(weight, goal - 1)
};

/// Looks for the heaviest set of s vertices that weighs at least `limits.goal()`, by the enumeration of
/// exact.hpp. `graph` comes from reduced_search_graph. Prefixes of one or two vertices are shared out
/// among the threads in blocks; within a block every prefix is searched with the goal the block began with,
/// so the answer and the count depend on neither the threads nor their timing.
///
/// Ends early once `max_nodes` prefixes were looked at, then without what the last block found, or when the
/// run stops.
PeelSearchResult peel_search(const SearchGraph& graph, const GrowthLimits& limits, std::uint64_t max_nodes,
                             const RunContext& run);

}  // namespace lode::subgraph::detail
