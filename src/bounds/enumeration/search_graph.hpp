#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/enumeration/search_units.hpp"

namespace lode::subgraph::detail {

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
  /// Weight inside a set of places, in units.
  std::int64_t weight_inside(std::span<const Vertex> set) const;
};

/// The whole graph, without dominators.
SearchGraph search_graph(const Graph& graph, const SearchUnits& units);

/// The part of `whole` where some heaviest set of s vertices lies, if every member of such a set is known to
/// have at least `inner_degree` units towards it: vertices of less remaining strength and vertices dominated
/// by s others are taken out until none is left; dominators are filled in.
///
/// `outward` leads to the vertices behind `whole`. Dominance is not looked for where the sum of squared
/// degrees exceeds 4e8.
SearchGraph reduced_search_graph(const SearchGraph& whole, Vertex s, std::int64_t inner_degree,
                                 const RunContext& run);

}  // namespace lode::subgraph::detail
