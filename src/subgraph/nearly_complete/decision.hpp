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

/// How far a search came that was stopped: no set begins with one of the first vertices before `turn`. It
/// goes on from there where the same question is asked again.
struct SearchProgress {
  EdgeCount missing = 0;
  Vertex core = 0;
  std::size_t turn = 0;
};

/// Whether the graph has a set within the budget that fulfils the demands; the set has `budget.size`
/// vertices. What missing_edges_search says of cost, stops, determinism and sources holds. `progress` is of
/// an earlier call for the same graph, size and demands, and is brought up to date.
MissingEdgesAnswer decide(const Graph& graph, const MissingBudget& budget, const SetDemands& demands,
                          std::uint64_t work_limit, const RunContext& run, SearchProgress& progress);

/// Whether a set in increasing order holds what it must, and is connected where it must be.
bool fulfils(const Graph& graph, const VertexSet& set, const SetDemands& demands);

/// Pairs of a set that are not joined. Cost: O(sum of the degrees).
EdgeCount missing_pairs(const Graph& graph, const VertexSet& vertices);

}  // namespace lode::subgraph::detail
