#pragma once

#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// The same graph with other weights, one for each arc; with none, the graph has no weights. They are real
/// numbers if `as_real`, else as they are. Cost: O(m); the rest of the arrays is shared.
Graph with_weights(const Graph& graph, std::vector<Weight> weights, bool as_real);

/// The same graph with its weights taken for real numbers. Cost: O(m), and 8 bytes per arc.
Graph with_real_weights(const Graph& graph);

}  // namespace lode::subgraph
