#pragma once

#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// Most edges among s vertices without a clique of more than `clique_number`: s vertices in clique_number
/// parts of sizes as equal as possible, all edges between parts. 0 for s <= 1; clique_number >= 1.
EdgeCount turan_edges(Vertex s, Vertex clique_number);

/// Statement: a graph whose largest clique has at most w vertices has no s-vertex set with more edges than
/// turan_edges(s, w), so none weighs more than that many largest edge weights. `clique_limit` is w, at
/// least 1.
///
/// Values of vertices: the s largest are added.
/// Rounding: as the trivial bound.
/// Cost:     one sort of the weights; O(1) per size.
/// Source: P. Turan, Matematikai es Fizikai Lapok 48 (1941) 436-452.
std::vector<double> turan_bound_values(const Graph& graph, Vertex clique_limit, std::span<const Vertex> sizes,
                                       const RunContext& run);

}  // namespace lode::subgraph
