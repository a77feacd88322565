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

/// The part of a graph that an exact search has to look at, with weights in units. Vertices stand in
/// increasing order of strength; the rows are those of Graph.
struct SearchGraph {
  std::vector<Vertex> outward;  ///< place -> vertex of the graph it was made from
  std::vector<std::size_t> offsets = {0};
  std::vector<Vertex> targets;
  std::vector<std::int64_t> weights;  ///< empty when every edge weighs 1
  std::int64_t largest_weight = 0;

  /// Vertices of larger place that must be in a set before v: N(v) without one of them lies in its row.
  std::vector<std::size_t> dominator_offsets = {0};
  std::vector<Vertex> dominators;

  Vertex num_vertices() const { return static_cast<Vertex>(outward.size()); }
  std::span<const Vertex> neighbors(Vertex v) const {
    return {targets.data() + offsets[v], offsets[v + 1] - offsets[v]};
  }
  std::int64_t weight(std::size_t arc) const { return weights.empty() ? 1 : weights[arc]; }
  std::span<const Vertex> dominators_of(Vertex v) const {
    return {dominators.data() + dominator_offsets[v], dominator_offsets[v + 1] - dominator_offsets[v]};
  }
  /// Weight of the edge uv, 0 when there is none. Cost: O(log of the degree of u).
  std::int64_t edge_weight(Vertex u, Vertex v) const;
};

/// The whole graph, without dominators.
SearchGraph search_graph(const Graph& graph, const SearchUnits& units);

/// The part of `whole` where some heaviest set of s vertices lies. Every member of such a set is known to
/// have at least `inner_degree` units towards the set. Vertices of less remaining strength and vertices
/// dominated by s others are taken out until none is left. Dominators are filled in.
///
/// `outward` leads to the vertices behind `whole`. Dominance is not looked for where the sum of squared
/// degrees exceeds 4e8.
SearchGraph reduced_search_graph(const SearchGraph& whole, Vertex s, std::int64_t inner_degree,
                                 const RunContext& run);

/// What a search for sets of at least a given weight found.
struct PeelSearchResult {
  std::vector<Vertex> best;  ///< vertices behind the graph, increasing; empty when there is no such set
  std::int64_t weight = 0;   ///< of that set
  std::uint64_t nodes = 0;   ///< prefixes looked at
  bool complete = false;     ///< everything was searched: no set weighs more than max(weight, goal - 1)
};

/// Looks for the heaviest set of s vertices that weighs at least `goal`, by the enumeration of exact.hpp.
/// `graph` comes from reduced_search_graph; caps[j] bounds every set of j vertices, j = 0 ... s. Prefixes of
/// one or two vertices are shared out among the threads in blocks. Within a block every prefix is searched
/// with the goal the block began with. So the answer and the count depend on neither the threads nor their
/// timing.
///
/// Ends early once `max_nodes` prefixes were looked at, then without what the last block found, or when the
/// run stops.
PeelSearchResult peel_search(const SearchGraph& graph, std::vector<std::int64_t> caps, std::int64_t goal,
                             std::uint64_t max_nodes, const RunContext& run);

}  // namespace lode::subgraph::detail
