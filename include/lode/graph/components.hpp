#pragma once

#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

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
/// The same, or nothing if the run should stop before the work is done.
std::optional<Components> connected_components(const Graph& graph, const RunContext& run);

}  // namespace lode
#pragma GCC visibility pop
