#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// The number times a power of two, rounded up where that is not exact.
double scaled_up(double number, int exponent);

/// The same graph with other weights, one for each arc; with none, the graph has no weights. They are real
/// numbers if `as_real`, else as they are. Cost: O(m); the rest of the arrays is shared.
Graph with_weights(const Graph& graph, std::vector<Weight> weights, bool as_real);

/// The same graph with its weights times a power of two, rounded up where that is not exact, and taken for
/// real numbers. Cost: O(m), and 8 bytes per arc; the rest of the arrays is shared.
Graph with_real_weights(const Graph& graph, int exponent = 0);

/// The same vertices with the edges uv of weight w where keep(u, v, w), with real weights; nothing where
/// these are all. `keep` does not tell u from v. Cost: O(n + m).
std::optional<Graph> with_edges(const Graph& graph, const std::function<bool(Vertex, Vertex, Weight)>& keep);

}  // namespace lode::subgraph
