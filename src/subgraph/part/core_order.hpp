#pragma once

#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph::detail {

/// All vertices by core number (strength core on weighted graphs), the densest last.
struct CoreOrder {
  std::vector<Vertex> order;
  std::vector<Weight> core;  ///< by vertex; never falls along the order
};
/// Nothing where the run should stop before they are known.
std::optional<CoreOrder> core_order(const Graph& graph, const RunContext& run);

/// All vertices by degree (strength on weighted graphs), the largest last, of equals the smallest number: for
/// runs that stop before the cores are known.
std::vector<Vertex> degree_order(const Graph& graph);

/// The last s vertices of an order, increasing: what peeling leaves.
VertexSet last_of(const std::vector<Vertex>& order, Vertex s);

}  // namespace lode::subgraph::detail
