#pragma once

#include <span>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// The s vertices of largest value, ties to the smaller vertex, in increasing order.
///
/// Cost:   O(n) time and memory.
/// Errors: InvalidArgument unless 1 <= s <= values.size(), or for NaN.
VertexSet top_s(std::span<const double> values, Vertex s);

}  // namespace lode::subgraph
