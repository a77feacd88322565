#pragma once

#include <functional>
#include <optional>

#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// The number times a power of two, rounded up where that is not exact.
double scaled_up(double number, int exponent);

/// The same graph with its weights times a power of two, rounded up where that is not exact, and taken for
/// real numbers. Cost: O(m), and 8 bytes per arc; the rest of the arrays is shared.
Graph with_real_weights(const Graph& graph, int exponent = 0);

/// The same vertices with the edges uv of weight w where keep(u, v, w), with real weights; nothing where
/// these are all. `keep` does not tell u from v. Cost: O(n + m).
std::optional<Graph> with_edges(const Graph& graph, const std::function<bool(Vertex, Vertex, Weight)>& keep);

}  // namespace lode::subgraph
