#include "subgraph/part/core_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <lode/graph/cores.hpp>

namespace lode::subgraph::detail {

std::optional<CoreOrder> core_order(const Graph& graph, const RunContext& run) {
  if (graph.weighted()) {
    std::optional<StrengthCoreDecomposition> cores = strength_cores(graph, run);
    if (!cores) return std::nullopt;
    return CoreOrder{std::move(cores->order), std::move(cores->core)};
  }
  std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
  if (!cores) return std::nullopt;
  return CoreOrder{std::move(cores->order), {cores->core.begin(), cores->core.end()}};
}

std::vector<Vertex> degree_order(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> order(n);
  if (graph.weighted()) {
    std::vector<Weight> strength(n);
    for (Vertex v = 0; v < n; ++v) strength[v] = graph.strength(v);
    std::iota(order.rbegin(), order.rend(), Vertex{0});
    std::ranges::stable_sort(order, {}, [&](Vertex v) { return strength[v]; });
    return order;
  }
  std::vector<Vertex> next(graph.max_degree() + std::size_t{2}, 0);  // how many come before, by degree
  for (Vertex v = 0; v < n; ++v) ++next[graph.degree(v) + std::size_t{1}];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (Vertex v = n; v-- > 0;) order[next[graph.degree(v)]++] = v;
  return order;
}

VertexSet last_of(const std::vector<Vertex>& order, Vertex s) {
  VertexSet last(order.end() - s, order.end());
  std::sort(last.begin(), last.end());
  return last;
}

}  // namespace lode::subgraph::detail
