#pragma once

#include <span>
#include <vector>

#include <lode/bounds/bounds.hpp>

namespace lode::subgraph {

/// Statement: let c_1 >= c_2 >= ... be the core values of all vertices, W the largest weight of an edge and C
/// the largest value of a vertex. No set of s vertices weighs more than the sum of min(c_(j+1), jW + C) over
/// j = 0, ..., s-1.
///
/// Proof: peel the graph, each time the vertex of least weight towards the vertices that are left, its value
/// added. The core value of a vertex is the largest such sum so far, so core values never fall on the way.
/// Write a set S in that order. The weight of S is the sum, over its vertices, of the value of the vertex and
/// its weight towards the later vertices of S. For the vertex with j later ones this is at most its core
/// value, since all later vertices of S are still there when it is peeled; and at most jW + C. The core
/// values of S, the last vertex first, do not exceed c_1, c_2, ... one by one.
///
/// Without weights and values this is at most d s - d(d+1)/2 for s > d, d being the degeneracy, and s(s-1)/2
/// below. With weights it is at most c_1 (s-1): the last vertex adds nothing.
///
/// Any order proves its own sums, so rounding that changes the order does no harm. Integral weights: exact,
/// then floored. Real weights: core values are enlarged by the rounding of their sums (rules/core.hpp), and
/// the sum of s terms by its own.
///
/// Cost:   one peeling: O(n + m) unweighted, O(m log n) weighted; O(1) per size after that.
/// Stops:  a run that should stop gets the weight of the graph.
/// Errors: InvalidArgument for a size below 1 or above n.
/// Source: D. Matula, L. Beck, J. ACM 30 (1983) 417-427.
std::vector<Bound> degeneracy_bounds(const Graph& graph, std::span<const Vertex> sizes,
                                     const RunContext& run);

}  // namespace lode::subgraph
