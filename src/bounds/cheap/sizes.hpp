#pragma once

#include <span>
#include <string>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// Throws InvalidArgument for a size of vertex sets below 1 or above n.
inline void check_sizes(const Graph& graph, std::span<const Vertex> sizes) {
  for (const Vertex s : sizes) {
    if (s >= 1 && s <= graph.num_vertices()) continue;
    throw InvalidArgument(
        "s", std::to_string(s),
        "must be between 1 and the number of vertices, " + std::to_string(graph.num_vertices()));
  }
}

}  // namespace lode::subgraph::detail
