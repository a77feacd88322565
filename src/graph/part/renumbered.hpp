#pragma once

#include <span>
#include <utility>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::detail {

/// The graph induced by the vertices of `order`, without names and values: vertex i is order[i].
/// Cost: O(n + sum of the degrees of these vertices).
inline Graph renumbered(const Graph& graph, std::span<const Vertex> order) {
  std::vector<Vertex> number(graph.num_vertices(), no_vertex);
  for (Vertex i = 0; i < order.size(); ++i) number[order[i]] = i;
  std::vector<ArcIndex> offsets = {0};
  for (const Vertex v : order) {
    offsets.push_back(offsets.back());
    for (const Vertex u : graph.neighbors(v)) offsets.back() += number[u] != no_vertex ? 1u : 0u;
  }
  std::vector<Vertex> targets(offsets.back());
  std::vector<Weight> weights(graph.weighted() ? offsets.back() : 0);
  std::vector<ArcIndex> next(offsets.begin(), offsets.end() - 1);
  for (Vertex i = 0; i < order.size(); ++i) {  // rows get their targets in increasing order
    graph.for_each_neighbor(order[i], [&](Vertex u, Weight w) {
      if (number[u] == no_vertex) return;
      if (graph.weighted()) weights[next[number[u]]] = w;
      targets[next[number[u]]++] = i;
    });
  }
  return Graph::from_csr(std::move(offsets), std::move(targets), std::move(weights), CsrCheck::trusted);
}

}  // namespace lode::detail
