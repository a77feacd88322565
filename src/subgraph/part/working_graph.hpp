#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/dense_part.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::detail {

/// A dense part holds so many vertices for each one of the largest set looked for.
inline constexpr std::uint64_t vertices_per_member = 4;

/// All vertices by core number (strength core on weighted graphs), the densest last.
struct CoreOrder {
  std::vector<Vertex> order;
  std::vector<Weight> core;  ///< by vertex; never falls along the order
};
CoreOrder core_order(const Graph& graph);

/// The graph in which searches start from what peeling leaves: a large one's dense part, else all of it.
struct PeeledGraph {
  Graph graph;
  CoreOrder cores;                        ///< of `graph`
  std::shared_ptr<const DensePart> part;  ///< nothing: the whole graph

  /// Vertices of the whole graph.
  VertexSet outward(VertexSet vertices) const;
};
/// For sizes from `smallest` to `largest` of a problem that starts from what peeling leaves.
PeeledGraph peeled_graph(const Problem& problem, Vertex smallest, Vertex largest, const RunContext& run);

/// The last s vertices of an order, increasing: what peeling leaves.
VertexSet last_of(const std::vector<Vertex>& order, Vertex s);

/// The part of a graph in which a search goes on from a set, and its vertices by core.
struct WorkingGraph {
  Graph graph;
  std::vector<Vertex> original;  ///< vertex of the whole graph, increasing; empty: the whole graph
  std::vector<Vertex> order;     ///< all working vertices, the densest cores last

  bool whole() const { return original.empty(); }
  /// Working vertices of a set of the whole graph that lies inside.
  VertexSet inward(const VertexSet& vertices) const;
  /// Working vertices of what lies inside of a set of the whole graph.
  VertexSet part_inside(const VertexSet& vertices) const;
  VertexSet outward(const VertexSet& vertices) const;
};

/// The c-core, c being half the least degree (strength) inside `start`, and at least four vertices for each
/// of `start`; all of it when that would leave out less than a third of the arcs. It holds `start`, a set of
/// vertices of `peeled.graph`; numbers of `original` are those of the whole graph.
///
/// A denser set of the same size may reach outside: this is for searches, not for proofs.
/// Cost: O(n + arcs kept).
WorkingGraph make_working_graph(PeeledGraph peeled, const VertexSet& start);

}  // namespace lode::detail
