#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

namespace lode::detail {

/// A set with its edges, weight, value and cost, counted on the graph; nothing is said of other sets.
/// Cost: O(n + the sum of the degrees of the set).
inline DensestSubgraph counted_set(const Graph& graph, const DensityTerms& terms,
                                   std::vector<Vertex> vertices) {
  DensestSubgraph set;
  std::sort(vertices.begin(), vertices.end());
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : vertices) inside[v] = 1;
  for (const Vertex v : vertices) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v || inside[u] == 0) return;
      ++set.edges;
      set.weight += w;
    });
    if (!terms.values.empty()) set.value += terms.values[v];
    set.cost += terms.costs.empty() ? 1.0 : terms.costs[v];
  }
  set.vertices = std::move(vertices);
  return set;
}

}  // namespace lode::detail
