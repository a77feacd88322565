#pragma once

#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// The number times a power of two, rounded up where that is not exact.
double scaled_up(double number, int exponent);

/// The same graph with its weights times a power of two, rounded up where that is not exact, and taken for
/// real numbers. Cost: O(m), and 8 bytes per arc; the rest of the arrays is shared.
Graph with_real_weights(const Graph& graph, int exponent = 0);

}  // namespace lode::subgraph
