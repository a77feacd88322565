#pragma once

#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// Statement: let s >= 3, and let no set of s - 1 vertices weigh more than U. Then no set of s vertices
/// weighs more than s U / (s - 2), because each of its edges lies in s - 2 of its s subsets of s - 1
/// vertices. And no set weighs less for a further vertex, so a bound for s + 1 is one for s.
///
/// Values of vertices lie in s - 1 of those subsets. So a set S of value c(S) weighs at most
/// (s U - c(S)) / (s - 2). c(S) is at least `least_values`, and no value is negative.
///
/// Returns s U / (s - 2). Integral weights: in exact integers, floored. Real weights: multiplied by
/// 1 + 4 2^-52, which covers the two roundings. With values the factor is 1 + 8 2^-52, before they are taken
/// off and after.
/// Errors: InvalidArgument for s < 3 or U negative or not finite; for integral weights U must be an integer.
/// Source: averaging; G. Katona, T. Nemetz, M. Simonovits, Mat. Lapok 15 (1964) 228-238.
double chain_step(const Graph& graph, Vertex s, double smaller, double least_values = 0.0);

}  // namespace lode::subgraph
