#include "subgraph/problem/valued_graph.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace lode::subgraph {
namespace {

struct ValuedArrays {
  std::vector<ArcIndex> offsets = {0};
  std::vector<Vertex> targets;
  std::vector<Weight> weights;
};

Graph graph_of(std::shared_ptr<ValuedArrays> arrays, bool integers) {
  ValuedArrays& rows = *arrays;
  WeightSummary summary = summary_of(rows.weights);
  // Sums of integers are exact only below 2^53.
  const bool exact = integers && summary.signed_magnitude.value_or(summary.total) < 0x1p53;
  if (!rows.targets.empty()) summary.kind = exact ? WeightKind::integral : WeightKind::real;
  return Graph::from_csr({rows.offsets, rows.targets, rows.weights, std::move(arrays)}, VertexNames(),
                         summary);
}

bool are_integers(std::span<const Weight> values) {
  return std::ranges::all_of(values, [](Weight value) { return std::floor(value) == value; });
}

}  // namespace

Graph graph_with_hub(const Graph& graph, std::span<const Weight> values) {
  const Vertex n = graph.num_vertices();
  auto arrays = std::make_shared<ValuedArrays>();
  arrays->offsets.reserve(n + std::size_t{2});
  arrays->targets.reserve(graph.num_arcs() + 2 * std::size_t{n});
  arrays->weights.reserve(graph.num_arcs() + 2 * std::size_t{n});
  const auto add = [&](Vertex v, Weight weight) {
    arrays->targets.push_back(v);
    arrays->weights.push_back(weight);
  };
  for (Vertex v = 0; v < n; ++v) {
    graph.for_each_neighbor(v, add);
    if (values[v] > 0.0) add(n, values[v]);
    arrays->offsets.push_back(arrays->targets.size());
  }
  for (Vertex v = 0; v < n; ++v) {
    if (values[v] > 0.0) add(v, values[v]);
  }
  arrays->offsets.push_back(arrays->targets.size());
  return graph_of(std::move(arrays), graph.integral() && are_integers(values));
}

Graph graph_of_pairs(const Graph& graph, std::span<const Weight> values, Vertex s, Weight raise) {
  const Vertex n = graph.num_vertices();
  auto arrays = std::make_shared<ValuedArrays>();
  std::vector<Weight> row(n);
  for (Vertex u = 0; u < n; ++u) {
    std::fill(row.begin(), row.end(), 0.0);
    graph.for_each_neighbor(u, [&](Vertex v, Weight w) { row[v] = w; });
    for (Vertex v = 0; v < n; ++v) {
      if (v == u) continue;
      Weight weight = (s - 1.0) * row[v] + (values[std::min(u, v)] + values[std::max(u, v)]);
      if (raise > 0.0) {
        weight = std::max(0.0, weight + raise);
        if (weight == 0.0) continue;
      }
      arrays->targets.push_back(v);
      arrays->weights.push_back(weight);
    }
    arrays->offsets.push_back(arrays->targets.size());
  }
  return graph_of(std::move(arrays), graph.integral() && are_integers(values));
}

Weight least_raise(const Graph& graph) {
  Weight least = 0.0;
  for (const Weight weight : graph.weights()) least = std::min(least, weight);
  return 0.0 - least;
}

}  // namespace lode::subgraph
