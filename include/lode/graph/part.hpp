#pragma once

#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Some vertices of a graph, renumbered, and a bound on the vertices outside.
///
/// Vertex i of `graph` is vertex original[i] of the whole graph. A part that holds every vertex may leave
/// `original` empty. Its vertex numbers then do not change, and the graph is not copied.
struct Part {
  Graph graph;                        ///< the graph induced by the vertices of the part
  std::vector<Vertex> original = {};  ///< numbers of its vertices in the whole graph, increasing; or empty
  /// An upper bound on what vertices outside add. They can be removed one by one in such an order that each
  /// of them weighs at most this, its value included, towards the part and the vertices removed after it.
  /// Infinity if nothing is known.
  Weight outside = 0.0;
  std::vector<Weight> values = {};  ///< what each vertex of the part adds to a set; empty: nothing

  /// True if vertices have their numbers in the whole graph.
  bool whole() const { return original.empty() && graph.num_vertices() > 0; }
  /// The number of v in the whole graph. Cost: O(1).
  Vertex to_graph(Vertex v) const { return whole() ? v : original[v]; }
  /// The number in the part of a vertex of the whole graph; no_vertex for a vertex outside. Cost: O(log n).
  Vertex to_part(Vertex v) const;
  /// The numbers of `vertices` in the whole graph, in the same order.
  VertexSet to_graph(std::span<const Vertex> vertices) const;
  /// The numbers in the part of those `vertices` that lie inside, in the same order. Cost: O(log n) each.
  VertexSet to_part(std::span<const Vertex> vertices) const;
};

/// The part of some vertices, given in any order. If these are all vertices, the part is the whole graph, not
/// a copy. The part knows no vertices outside.
///
/// Cost:    that of induced_subgraph.
/// Errors:  InvalidArgument for a vertex that does not exist or occurs twice.
Part part_of(const Graph& graph, std::span<const Vertex> vertices);
/// This overload returns nothing if the run should stop before the work is done.
std::optional<Part> part_of(const Graph& graph, std::span<const Vertex> vertices, const RunContext& run);

/// Turns a part of `outer.graph` into a part of the graph that `outer` is a part of. Sets are then renumbered
/// once instead of twice. Cost: O(n) for the n vertices of `inner`.
Part composed(const Part& outer, Part inner);

/// The connected components of a graph.
struct Components {
  std::vector<Vertex> component;  ///< number of the component of every vertex
  std::vector<Vertex> size;       ///< number of vertices of every component

  /// Number of components.
  Vertex count() const { return static_cast<Vertex>(size.size()); }
};

/// The connected components, numbered 0, 1, ... by increasing smallest vertex.
///
/// Cost:    O((n + m) log n) time at most, and O(n + m) or less in practice. Where one component holds most
///          of the graph, few of its arcs are visited. It takes 4n bytes besides the result.
/// Source:  M. Sutton, T. Ben-Nun, A. Barak, Optimizing parallel graph connectivity computation via subgraph
///          sampling, IPDPS 2018.
Components connected_components(const Graph& graph);
/// This overload returns nothing if the run should stop before the work is done.
std::optional<Components> connected_components(const Graph& graph, const RunContext& run);

}  // namespace lode
#pragma GCC visibility pop
