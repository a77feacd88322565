#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// The part of a graph that an exact search must visit. Its weights are integers, and so small that the sums
/// of the edges at one vertex or among s vertices are exact. Vertices are numbered by increasing strength.
struct SearchGraph {
  Graph graph;
  std::vector<Vertex> outward;  ///< by vertex: its number in the whole graph
  std::int64_t largest_weight = 0;
  /// Vertices of larger number that must be in a set before v: N(v) without the dominator is part of its row.
  std::vector<std::vector<Vertex>> dominators;
};

/// The part of `whole` with at least `least_core` as core value, by strength, and at most s dominators of
/// every vertex. It holds every set whose members each have `least_core` units towards it.
SearchGraph search_core(const Graph& whole, std::span<const Weight> cores, Vertex s, std::int64_t least_core,
                        const RunContext& run);

/// The result of a search for sets of at least a given weight.
struct PeelSearchResult {
  std::vector<Vertex> best;  ///< vertices of the whole graph, increasing; empty when there is no such set
  std::int64_t weight = 0;   ///< of that set
  std::uint64_t nodes = 0;   ///< prefixes looked at
  bool complete = false;     ///< everything was searched: no set weighs more than max(weight, goal - 1)
};

/// Looks for the heaviest set of s vertices that weighs at least `goal`, by the enumeration of exact.hpp.
/// caps[j] bounds every set of j vertices, j = 0 ... s. Beginnings are shared out among the threads in
/// blocks. Within a block every prefix is searched with the goal the block began with. So the answer and the
/// count depend on neither the threads nor their timing.
///
/// Ends early once `max_nodes` prefixes were looked at, then without the sets of the last block, or when the
/// run stops.
PeelSearchResult peel_search(const SearchGraph& part, std::vector<std::int64_t> caps, std::int64_t goal,
                             std::uint64_t max_nodes, const RunContext& run);

}  // namespace lode::subgraph::detail
