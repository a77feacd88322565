#pragma once

#include <span>

#include <lode/subgraph/problem.hpp>

namespace lode {

/// The s vertices of largest value, ties to the smaller vertex, in increasing order; 1 <= s <= values.size().
/// Values must be numbers (no NaN).
///
/// Cost: O(n) time and memory.
VertexSet top_s(std::span<const double> values, Vertex s);

}  // namespace lode
