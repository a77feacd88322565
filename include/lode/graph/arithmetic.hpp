#pragma once

#include <cstdint>
#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// How two graphs are combined into one. Two vertices with the same name are the same vertex. An edge of an
/// unweighted graph weighs 1.
enum class GraphOperation {
  /// The result has every vertex of either graph. A pair weighs its weight in the first graph minus its
  /// weight in the second graph. A pair of weight 0 is no edge. The result has weights of any sign.
  minus,
  /// The result has every vertex and edge of either graph. The weights of an edge of both graphs are added.
  /// If both graphs are unweighted, the result is unweighted.
  united,
  /// The result has the vertices and the edges that both graphs have. An edge weighs the smaller of its two
  /// weights. If both graphs are unweighted, the result is unweighted.
  intersected
};

/// Two graphs combined, and the counts of common vertices and edges.
struct CombinedGraph {
  Graph graph;                    ///< the result
  Vertex common_vertices = 0;     ///< vertices that both graphs have
  EdgeCount common_edges = 0;     ///< edges that both graphs have
  EdgeCount cancelled_edges = 0;  ///< common edges that cancelled each other (GraphOperation::minus)
};

/// Combines two graphs into one. Vertices of the result are numbered by increasing id, or by increasing bytes
/// of the label. Differences and sums of real weights are rounded to the nearest double. Values of vertices
/// are left out.
///
/// Cost:    O((n + m) log n) time, and 16 bytes per edge besides the graphs.
/// Errors:  InvalidArgument if one graph has labels and the other ids; if a graph has a name twice; and if
///          graphs to intersect have no common vertex. SystemError if the run should stop.
/// Deterministic.
CombinedGraph combined(const Graph& first, const Graph& second, GraphOperation operation,
                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
