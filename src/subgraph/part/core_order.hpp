#pragma once

#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph::detail {

/// All vertices by core number (strength core on weighted graphs), the densest last.
struct CoreOrder {
  std::vector<Vertex> order;
  std::vector<Weight> core;  ///< by vertex; never falls along the order
};
CoreOrder core_order(const Graph& graph);

/// The last s vertices of an order, increasing: what peeling leaves.
VertexSet last_of(const std::vector<Vertex>& order, Vertex s);

}  // namespace lode::subgraph::detail
