#pragma once

#include <span>

#include <lode/graph/graph.hpp>

namespace lode {

/// The subgraph induced by a set of vertices, given in any order.
///
/// Vertex i of the result is the i-th smallest of `vertices`; names (vertex numbers when the graph has none)
/// and weights are kept; they are integral or real as those of `graph` are. A weighted graph's subgraph
/// without edges is unweighted.
///
/// Cost:   O(n + sum of the degrees of `vertices`) time, 4n bytes besides the result.
/// Errors: InvalidArgument for a vertex that does not exist or is given twice.
Graph induced_subgraph(const Graph& graph, std::span<const Vertex> vertices);

}  // namespace lode
