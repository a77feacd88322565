#pragma once

#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// By magnitude; 1 without edges.
inline double mean_weight(const Graph& graph) {
  return graph.num_edges() > 0 ? graph.weight_magnitude() / static_cast<double>(graph.num_edges()) : 1.0;
}

}  // namespace lode::subgraph::detail
