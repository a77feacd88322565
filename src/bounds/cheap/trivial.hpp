#pragma once

#include <span>
#include <vector>

#include <lode/bounds/bounds.hpp>

namespace lode::subgraph {

/// Statement: an s-vertex set holds at most min(s(s-1)/2, m) edges, so its weight is at most the sum of that
/// many largest edge weights.
///
/// Values of vertices: the s largest are added.
///
/// Exact for integral weights. Real weights: a sum of k non-negative doubles is within a factor 1 +- k 2^-53
/// of the true sum, so it is multiplied by 1 + 2(k+1) 2^-53.
/// Cost:   O(1) per size unweighted; one sort of the m weights otherwise.
/// Errors: InvalidArgument for a size below 1 or above n.
/// Source: immediate.
std::vector<Bound> trivial_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run);

}  // namespace lode::subgraph
