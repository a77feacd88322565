#pragma once

#include <cstdint>
#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// How two graphs become one. Vertices that are called the same are the same vertex; an edge of a graph
/// without weights weighs 1.
enum class GraphOperation {
  /// Every vertex of either graph. A pair weighs what it weighs in the first graph less what it weighs in the
  /// second one. A pair of weight 0 is no edge. The result has weights, of any sign.
  minus,
  /// Every vertex and edge of either graph. The weights of an edge of both are added; without weights in both
  /// graphs there are none in the result.
  united,
  /// The vertices of both graphs, and the edges of both. An edge weighs the smaller of its two weights;
  /// without
  /// weights in both graphs there are none in the result.
  intersected
};

struct CombinedGraph {
  Graph graph;
  Vertex common_vertices = 0;
  EdgeCount common_edges = 0;     ///< edges of both graphs
  EdgeCount cancelled_edges = 0;  ///< those among them that left nothing: GraphOperation::minus
};

/// The graph of an operation on two graphs. Vertices are numbered by increasing id, or bytes of the label.
/// Differences and sums of real weights are rounded to the nearest double. Values of vertices are left out.
///
/// Cost:   O((n + m) log(n + m)) time; 24 bytes per edge beside the graphs.
/// Errors: InvalidArgument where one graph has labels and the other ids, where a graph has a name twice, for
///         graphs to intersect without a common vertex, and for integral weights that sum to 2^53 or more;
///         SystemError if the run should stop.
/// Deterministic.
CombinedGraph combined(const Graph& first, const Graph& second, GraphOperation operation,
                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
