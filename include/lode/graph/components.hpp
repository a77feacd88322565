#pragma once

#include <vector>

#include <lode/graph/graph.hpp>

namespace lode {

struct Components {
  std::vector<Vertex> component;  ///< component of every vertex
  std::vector<Vertex> size;       ///< vertices of every component

  Vertex count() const { return static_cast<Vertex>(size.size()); }
};

/// The connected components, numbered 0, 1, ... by increasing smallest vertex.
/// Cost:   O(n + m) time, O(n) memory.
Components connected_components(const Graph& graph);

}  // namespace lode
