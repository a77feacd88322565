#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graph/decomposition/terminal_flow.hpp"

namespace lode::detail {

/// The largest flow of terminal_flow with what is left of its capacities, for networks in which supplies and
/// their sinks are far apart: paths, ladders, grids.
///
/// Large networks of few edges per vertex are solved from coarse to fine. Neighbours are joined to clusters,
/// capacities between clusters are added up, and the largest flow of the clusters is dealt out to the edges
/// between them. What each cluster then has too much or lacks is settled by a largest flow of the network
/// itself, which finds most of it nearby. Only the last step decides, so the answer is that of a largest
/// flow.
///
/// Cost:   terminal_flow on a network of n, n/6, n/36, ... vertices.
/// Stops:  as terminal_flow; `most_reads` counts all of them.
/// Deterministic.
std::optional<TerminalFlow> coarse_flow(std::span<const std::int64_t> supply, std::span<const FlowEdge> edges,
                                        double most_reads, const RunContext& run);

}  // namespace lode::detail
