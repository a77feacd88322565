#pragma once

#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Some vertices of a graph under numbers of their own, and what lies outside.
///
/// Vertex i of `graph` is vertex original[i] of the whole graph. A part that holds every vertex may leave
/// `original` empty: its numbers are those of the whole graph, and no copy is made of it.
struct Part {
  Graph graph;                        ///< induced by the vertices of the part
  std::vector<Vertex> original = {};  ///< one for each vertex of the part, increasing; or empty
  /// The other vertices can be removed one by one, so that each weighs at most this, its value added,
  /// towards the part and the vertices removed after it. Infinity where nothing is known.
  Weight outside = 0.0;
  std::vector<Weight> values = {};  ///< what each vertex of the part adds to a set; empty: nothing

  /// Whether the numbers are those of the whole graph.
  bool whole() const { return original.empty() && graph.num_vertices() > 0; }
  /// The vertex of the whole graph. Cost: O(1).
  Vertex outward(Vertex v) const { return whole() ? v : original[v]; }
  /// The number in the part, or no_vertex for a vertex outside. Cost: O(log n).
  Vertex inward(Vertex v) const;
  /// Vertices of the part as vertices of the whole graph, in the same order.
  VertexSet outward(std::span<const Vertex> vertices) const;
  /// The numbers in the part of those vertices that lie inside, in the same order. Cost: O(log n) each.
  VertexSet inward(std::span<const Vertex> vertices) const;
};

/// The part of some vertices, given in any order; the whole graph, not copied, where they are all there are.
/// Nothing is known of what lies outside.
///
/// Cost:   that of induced_subgraph.
/// Errors: InvalidArgument for a vertex that does not exist or is given twice.
Part part_of(const Graph& graph, std::span<const Vertex> vertices);
/// The same, or nothing where the run should stop before it is done.
std::optional<Part> part_of(const Graph& graph, std::span<const Vertex> vertices, const RunContext& run);

/// A part of `outer.graph` as a part of the graph that `outer` is a part of: sets are renumbered once on
/// their way through both. Cost: O(n) for the n vertices of `inner`.
Part composed(const Part& outer, Part inner);

}  // namespace lode
#pragma GCC visibility pop
