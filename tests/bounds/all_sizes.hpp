#pragma once

#include <numeric>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::test {

/// 1, 2, ..., n.
inline std::vector<Vertex> all_sizes(const Graph& graph) {
  std::vector<Vertex> sizes(graph.num_vertices());
  std::iota(sizes.begin(), sizes.end(), Vertex{1});
  return sizes;
}

}  // namespace lode::test
