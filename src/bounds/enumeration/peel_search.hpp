#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// Weights as whole multiples of one unit, so that a search can add and subtract them exactly.
///
/// Integral graphs have unit 1. Real weights are rounded up to multiples of a power of two such that the
/// edges of s vertices, and the edges of one vertex to all others, stay below 2^61 units. A set holds at
/// least its weight in units, and at most one unit per edge more.
struct SearchUnits {
  SearchUnits(const Graph& graph, Vertex s);

  std::int64_t of_edge(Weight weight) const {
    return static_cast<std::int64_t>(std::ceil(std::ldexp(weight, -exponent)));
  }
  /// Units of every set of s vertices that weighs at most `weight`: at most this many.
  std::int64_t of_bound(double weight, Vertex s) const {
    const double units = std::min(0x1p61, std::floor(std::ldexp(weight, -exponent)));
    return static_cast<std::int64_t>(units) + (integral ? 0 : static_cast<std::int64_t>(possible_edges(s)));
  }
  /// No set of at most this many units weighs more.
  double weight_of(std::int64_t units) const {
    const double weight = std::ldexp(static_cast<double>(units), exponent);
    return static_cast<double>(units) < exact_integer_limit ? weight : std::nextafter(weight, HUGE_VAL);
  }
  /// The least improvement worth looking for: a heavier set for integral weights, one heavier by 5e-10 for
  /// real ones.
  std::int64_t above(std::int64_t units) const {
    return units + 1 + (integral ? 0 : static_cast<std::int64_t>(static_cast<double>(units) * 5e-10));
  }

  bool integral;
  int exponent = 0;
};

/// The part of a graph that an exact search must visit, with weights in units. Vertices are numbered by
/// increasing strength; rows have the form of Graph.
struct SearchGraph {
  std::vector<Vertex> outward;  ///< place -> vertex of the graph it was made from
  std::vector<std::size_t> offsets = {0};
  std::vector<Vertex> targets;
  std::vector<std::int64_t> weights;  ///< empty when every edge weighs 1
  std::int64_t largest_weight = 0;
  /// Vertices of larger place that must be in a set before v: N(v) without the dominator is part of its row.
  std::vector<std::vector<Vertex>> dominators;

  Vertex num_vertices() const { return static_cast<Vertex>(outward.size()); }
  std::span<const Vertex> neighbors(Vertex v) const {
    return {targets.data() + offsets[v], offsets[v + 1] - offsets[v]};
  }
  std::int64_t weight(std::size_t arc) const { return weights.empty() ? 1 : weights[arc]; }
  /// Weight of the edge uv, 0 without an edge. Cost: O(log of the degree of u).
  std::int64_t edge_weight(Vertex u, Vertex v) const;
};

/// The whole graph.
SearchGraph search_graph(const Graph& graph, const SearchUnits& units);

/// The part of `whole` that holds every set whose members each have at least `inner_degree` units towards it,
/// with at most s dominators of every vertex.
SearchGraph search_core(const SearchGraph& whole, Vertex s, std::int64_t inner_degree, const RunContext& run);

/// The result of a search for sets of at least a given weight.
struct PeelSearchResult {
  std::vector<Vertex> best;  ///< vertices behind the graph, increasing; empty when there is no such set
  std::int64_t weight = 0;   ///< of that set
  std::uint64_t nodes = 0;   ///< prefixes looked at
  bool complete = false;     ///< everything was searched: no set weighs more than max(weight, goal - 1)
};

/// Looks for the heaviest set of s vertices that weighs at least `goal`, by the enumeration of exact.hpp.
/// caps[j] bounds every set of j vertices, j = 0 ... s. Beginnings are shared out among the threads in
/// blocks. Within a block every prefix is searched
/// with the goal the block began with. So the answer and the count depend on neither the threads nor their
/// timing.
///
/// Ends early once `max_nodes` prefixes were looked at, then without the sets of the last block, or when the
/// run stops.
PeelSearchResult peel_search(const SearchGraph& graph, std::vector<std::int64_t> caps, std::int64_t goal,
                             std::uint64_t max_nodes, const RunContext& run);

}  // namespace lode::subgraph::detail
