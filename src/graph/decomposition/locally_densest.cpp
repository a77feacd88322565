// Locally densest sets and edge weights, read off a dense decomposition or the degrees.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>

namespace lode {

std::vector<LocallyDensest> locally_densest(const Graph& graph, const DenseDecomposition& decomposition) {
  if (!decomposition.complete() || decomposition.order.size() != graph.num_vertices()) {
    throw InvalidArgument("decomposition", "the one given", "is not a complete one of the graph");
  }
  const Vertex n = graph.num_vertices();
  std::vector<std::size_t> layer(n);
  for (std::size_t i = 0; i < decomposition.layers.size(); ++i) {
    const Vertex begin = decomposition.layers[i].size - decomposition.layer_size(i);
    for (Vertex at = begin; at < decomposition.layers[i].size; ++at) layer[decomposition.order[at]] = i;
  }
  std::vector<LocallyDensest> sets;
  std::vector<char> met(n, 0);
  for (const Vertex first : decomposition.order) {
    if (met[first] != 0) continue;
    LocallyDensest set;
    set.layer = layer[first];
    met[first] = 1;
    set.vertices.push_back(first);
    bool beside_denser = false;
    for (std::size_t i = 0; i < set.vertices.size(); ++i) {
      const Vertex v = set.vertices[i];
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (layer[u] < layer[v]) beside_denser = true;
        if (layer[u] != layer[v]) return;
        if (u > v) {
          ++set.edges;
          set.weight += w;
        }
        if (met[u] != 0) return;
        met[u] = 1;
        set.vertices.push_back(u);
      });
    }
    if (beside_denser) continue;
    std::ranges::sort(set.vertices);
    set.density = decomposition.marginal_density(set.layer);
    sets.push_back(std::move(set));
  }
  return sets;
}

Graph fraudar_weights(const Graph& graph) {
  struct Kept {
    std::vector<Weight> weights;
    Graph graph;
  };
  auto kept = std::make_shared<Kept>();
  kept->graph = graph;
  kept->weights.reserve(graph.num_arcs());
  constexpr double offset = 5.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      kept->weights.push_back(w / std::log(std::max(graph.degree(u), graph.degree(v)) + offset));
    });
  }
  const CsrArrays arrays{graph.offsets(), graph.targets(), kept->weights, kept};
  return Graph::from_csr(arrays, graph.names(), CsrCheck::ranges);
}

}  // namespace lode
