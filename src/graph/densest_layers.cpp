#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest_layers.hpp>
#include <lode/graph/induced.hpp>

namespace lode {
namespace {

/// Average edges per vertex of the densest suffix of the order that holds `size` vertices.
double densest_suffix(const Graph& graph, const CoreDecomposition& cores, Vertex size) {
  std::vector<char> inside(graph.num_vertices(), 0);
  EdgeCount edges = 0;
  double densest = 0.0;
  Vertex count = 0;
  for (auto v = cores.order.rbegin(); v != cores.order.rend(); ++v) {
    // All further suffixes are no denser than the core number, which never rises on the way.
    if (count >= size && densest >= cores.core[*v]) break;
    for (const Vertex u : graph.neighbors(*v)) edges += static_cast<EdgeCount>(inside[u]);
    inside[*v] = 1;
    if (++count >= size) densest = std::max(densest, static_cast<double>(edges) / count);
  }
  return densest;
}

/// The layers of a part that are at least as dense as k, under the vertices of the whole graph.
DenseDecomposition dense_part(DenseDecomposition part, const std::vector<Vertex>& original, Vertex k,
                              Vertex num_vertices) {
  std::size_t layers = 0;
  while (layers < part.layers.size() &&
         part.layer_weight(layers) >= static_cast<double>(k) * part.layer_size(layers)) {
    ++layers;
  }
  part.layers.resize(layers);
  part.order.resize(layers > 0 ? part.layers.back().size : 0);
  std::vector<Weight> load(num_vertices, 0.0);
  for (Vertex& v : part.order) {
    load[original[v]] = part.load[v];
    v = original[v];
  }
  part.load = std::move(load);
  return part;
}

}  // namespace

DenseDecomposition densest_layers(const Graph& graph, Vertex size, const RunContext& run) {
  const Vertex n = graph.num_vertices();
  if (size > n) {
    throw InvalidArgument("size", std::to_string(size),
                          "exceeds the number of vertices, " + std::to_string(n));
  }
  if (graph.weighted() || size == 0) return dense_decomposition(graph, run);
  const CoreDecomposition cores = core_decomposition(graph);
  for (auto k = static_cast<Vertex>(densest_suffix(graph, cores, size)); k > 0; k /= 2) {
    const auto first = std::ranges::partition_point(cores.order, [&](Vertex v) { return cores.core[v] < k; });
    std::vector<Vertex> original(first, cores.order.end());
    std::ranges::sort(original);
    ArcIndex arcs = 0;
    for (const Vertex v : original) arcs += graph.degree(v);
    if (2 * arcs > graph.num_arcs()) break;
    DenseDecomposition part = dense_decomposition(induced_subgraph(graph, original), run);
    if (!part.complete()) break;
    part = dense_part(std::move(part), original, k, n);
    if (part.order.size() >= size) return part;
  }
  return dense_decomposition(graph, run);
}

}  // namespace lode
