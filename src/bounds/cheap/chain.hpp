#pragma once

#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// Statement: every edge of an s-set lies in s - 2 of its s subsets of s - 1 vertices, so no s-set weighs
/// more than s U / (s - 2) if no (s-1)-set weighs more than U, for s >= 3. And no set weighs less for a
/// further vertex, so a bound for s + 1 is one for s.
///
/// Where vertices have values, which are in s - 1 of those subsets, a set S of value c(S) weighs at most
/// (s U - c(S)) / (s - 2), and c(S) is at least `least_values`; no value is negative.
///
/// Returns s U / (s - 2): for integral weights in exact integers, floored; for real ones multiplied by
/// 1 + 4 2^-52, which covers the two roundings; with values by 1 + 8 2^-52 before those are taken off and
/// after.
/// Errors: InvalidArgument for s < 3 or U negative or not finite; for integral weights U must be an integer.
/// Source: averaging; G. Katona, T. Nemetz, M. Simonovits, Mat. Lapok 15 (1964) 228-238.
double chain_step(const Graph& graph, Vertex s, double smaller, double least_values = 0.0);

}  // namespace lode::subgraph
