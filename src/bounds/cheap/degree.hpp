#pragma once

#include <span>
#include <vector>

#include <lode/bounds/bounds.hpp>

namespace lode::subgraph {

/// Statement: let D_v be the sum of the s - 1 largest weights at v, min(deg v, s - 1) without weights. Inside
/// a set of s vertices the edges at v weigh at most D_v. So the set weighs at most half the sum of the s
/// largest D_v.
///
/// Values of vertices: a member's value is counted once, so the set weighs at most half the sum of the s
/// largest D_v + 2 c_v; O(n) per size then, O(n + m) weighted, none for sizes left when the run is stopped.
///
/// Exact for integral weights (then floored). Real weights: at most s*(s-1) additions of non-negative
/// doubles, so the value is multiplied by 1 + 2(s(s-1)+2) 2^-53, capped by the number of arcs.
/// Cost:   O(n log s) once for the largest s, 12 bytes for each vertex of its sets, and O(log s) per size
///         unweighted; O(n + m) per size weighted, after sorting the rows once, O(m log n) time and 8 bytes
///         per arc.
/// Stops:  on cancel and deadline between weighted sizes; those left get the weight of the graph.
/// Errors: InvalidArgument for a size below 1 or above n.
/// Source: immediate.
std::vector<Bound> degree_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run);

}  // namespace lode::subgraph
