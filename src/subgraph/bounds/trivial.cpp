#include <algorithm>
#include <functional>

#include <lode/subgraph/bounds/trivial.hpp>

#include "subgraph/bounds/rounding.hpp"

namespace lode {

std::vector<Bound> trivial_bounds(const Graph& graph, std::span<const Vertex> sizes, RunContext& run) {
  const double start = run.elapsed();
  std::vector<Weight> prefix;  // sums of the largest weights, weighted graphs only
  if (graph.weighted()) {
    std::vector<Weight> largest;
    largest.reserve(graph.num_edges());
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (v < u) largest.push_back(w);
      });
    }
    std::sort(largest.begin(), largest.end(), std::greater<>());
    prefix.assign(1, 0.0);
    for (const Weight w : largest) prefix.push_back(prefix.back() + w);
  }
  std::vector<Bound> bounds;
  for (const Vertex s : sizes) {
    const EdgeCount edges = std::min<EdgeCount>(possible_edges(s), graph.num_edges());
    const double sum = graph.weighted() ? prefix[edges] : static_cast<double>(edges);
    const double charged = bounds.empty() ? run.elapsed() - start : 0.0;
    bounds.push_back({"trivial", s, detail::safe_upper(graph, sum, static_cast<double>(edges)), charged});
  }
  return bounds;
}

}  // namespace lode
