#include <algorithm>
#include <functional>

#include <lode/subgraph/bounds/degree.hpp>

#include "subgraph/bounds/rounding.hpp"

namespace lode {
namespace {

/// Every row's weights in falling order, on the graph's offsets.
std::vector<Weight> sorted_rows(const Graph& graph) {
  std::vector<Weight> sorted(graph.weights().begin(), graph.weights().end());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(graph.offsets()[v]),
              sorted.begin() + static_cast<std::ptrdiff_t>(graph.offsets()[v + 1]), std::greater<>());
  }
  return sorted;
}

}  // namespace

std::vector<Bound> degree_bounds(const Graph& graph, std::span<const Vertex> sizes, RunContext& run) {
  const Vertex n = graph.num_vertices();
  double start = run.elapsed();
  const std::vector<Weight> sorted = graph.weighted() ? sorted_rows(graph) : std::vector<Weight>{};
  std::vector<Weight> capped(n);
  std::vector<Bound> bounds;
  for (const Vertex s : sizes) {
    for (Vertex v = 0; v < n; ++v) {
      const Vertex taken = std::min(graph.degree(v), s - 1);
      if (!graph.weighted()) {
        capped[v] = taken;
        continue;
      }
      const Weight* row = sorted.data() + graph.offsets()[v];
      capped[v] = 0.0;
      for (Vertex i = 0; i < taken; ++i) capped[v] += row[i];
    }
    std::nth_element(capped.begin(), capped.begin() + (s - 1), capped.end(), std::greater<>());
    long double twice = 0.0L;  // twice an integral total may need 54 bits
    for (Vertex i = 0; i < s; ++i) twice += capped[i];
    const double additions = std::min(static_cast<double>(s) * s, static_cast<double>(graph.num_arcs()) + s);
    const double now = run.elapsed();
    bounds.push_back(
        {"degree", s, detail::safe_upper(graph, static_cast<double>(twice / 2), additions), now - start});
    start = now;
  }
  return bounds;
}

}  // namespace lode
