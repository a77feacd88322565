#pragma once

// What HYBRID asks of its team of searchers.

#include <cstdint>

#include <lode/subgraph/hybrid.hpp>

#include "subgraph/part/working_graph.hpp"
#include "subgraph/search/team/team.hpp"

namespace lode::subgraph::detail {

/// a * b, or the largest number when that is beyond 64 bits.
std::uint64_t capped_product(std::uint64_t a, std::uint64_t b);

/// The team that the options of HYBRID ask for in a working graph, without target and hints. The working
/// graph must outlive these options; `whole` is the graph that its passes are counted in.
TeamOptions team_options(const HybridOptions& options, const Graph& whole, const WorkingGraph& working);

/// Idle blocks after which the descent after the team's search ends; 0: as hybrid::IdleRule. In a large graph
/// there would be millions of them, and random blocks of so many outsiders find next to nothing that the team
/// has not.
std::uint64_t last_idle_blocks(const HybridOptions& options, std::uint64_t num_vertices);

}  // namespace lode::subgraph::detail
