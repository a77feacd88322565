#include "subgraph/bounds/dual/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <lode/graph/graph.hpp>

namespace lode::subgraph::dual {

Relaxation make_relaxation(const CorePart& part, const std::vector<Vertex>& order, Vertex s, Vertex dummies,
                           double dummy_value) {
  Relaxation relaxation;
  relaxation.s = s;
  relaxation.dummies = dummies;
  relaxation.dummy_value = dummy_value;
  const Graph& graph = part.graph;
  if (graph.weighted() && graph.num_edges() > 0) {
    const double average = graph.total_weight() / static_cast<double>(graph.num_edges());
    if (average > 0.0) relaxation.unit = std::exp2(std::round(std::log2(average)));
  }
  const auto scaled = [&](Weight weight) { return static_cast<float>(weight / relaxation.unit); };
  relaxation.places.assign(order.rbegin(), order.rend());
  std::vector<Vertex> number(graph.num_vertices());
  for (Vertex i = 0; i < relaxation.places.size(); ++i) number[relaxation.places[i]] = i + dummies;
  relaxation.begin.push_back(0);
  relaxation.values.assign(dummies, scaled(dummy_value));
  std::vector<std::pair<Vertex, float>> row;
  for (const Vertex v : relaxation.places) {
    row.clear();
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { row.emplace_back(number[u], scaled(w)); });
    std::sort(row.begin(), row.end());
    for (const auto& [u, w] : row) {
      relaxation.neighbours.push_back(u);
      relaxation.weights.push_back(w);
    }
    relaxation.begin.push_back(relaxation.neighbours.size());
    relaxation.values.push_back(part.values.empty() ? 0.0f : scaled(part.values[v]));
  }
  return relaxation;
}

}  // namespace lode::subgraph::dual
