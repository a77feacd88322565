#pragma once

#include <cstdint>

#include <lode/subgraph/nearly_complete.hpp>

#include "subgraph/nearly_complete/budget_rows.hpp"

namespace lode::subgraph::detail {

/// What a set must fulfil besides its budget.
struct SetDemands {
  VertexSet include = {};
  bool connected = false;
};

/// Whether the graph has a set within the budget that fulfils the demands; the set has `budget.size`
/// vertices. What missing_edges_search says of cost, stops, determinism and sources holds.
MissingEdgesAnswer decide(const Graph& graph, const MissingBudget& budget, const SetDemands& demands,
                          std::uint64_t work_limit, const RunContext& run);

/// Pairs of a set that are not joined. Cost: O(sum of the degrees).
EdgeCount missing_pairs(const Graph& graph, const VertexSet& vertices);

}  // namespace lode::subgraph::detail
