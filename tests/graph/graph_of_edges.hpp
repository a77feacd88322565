#pragma once

#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::test {

inline Graph from(const std::vector<Edge>& edges, Vertex n = Graph::automatic) {
  return Graph::from_edges(std::span<const Edge>(edges), n);
}

inline Graph from(const std::vector<WeightedEdge>& edges, Vertex n = Graph::automatic) {
  return Graph::from_edges(std::span<const WeightedEdge>(edges), n);
}

inline std::vector<Vertex> row(const Graph& graph, Vertex v) {
  const auto neighbors = graph.neighbors(v);
  return {neighbors.begin(), neighbors.end()};
}

}  // namespace lode::test
