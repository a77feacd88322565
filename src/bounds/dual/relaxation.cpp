#include "bounds/dual/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <lode/graph/graph.hpp>

namespace lode::subgraph::dual {

Relaxation make_relaxation(const Part& part, const std::vector<Vertex>& order, Vertex s, Vertex dummies,
                           double dummy_value) {
  Relaxation relaxation;
  relaxation.s = s;
  relaxation.dummies = dummies;
  relaxation.dummy_value = dummy_value;
  const Graph& graph = part.graph;
  double largest = dummy_value;
  for (const Vertex v : order) largest = std::max(largest, part.values.empty() ? 0.0 : part.values[v]);
  if (graph.weighted() && graph.num_edges() > 0) {
    const double average = graph.total_weight() / static_cast<double>(graph.num_edges());
    if (average > 0.0) relaxation.unit = std::exp2(std::round(std::log2(average)));
  }
  // Far smaller weights are rounded to 0, and squares of values are within the range of float.
  constexpr double most_units = 0x1p40;
  if (largest > most_units * relaxation.unit)
    relaxation.unit = std::exp2(std::ceil(std::log2(largest))) / most_units;
  const auto scaled = [&](Weight weight) { return static_cast<float>(weight / relaxation.unit); };
  const std::vector<Vertex> places(order.rbegin(), order.rend());
  std::vector<Vertex> number(graph.num_vertices());
  for (Vertex i = 0; i < places.size(); ++i) number[places[i]] = i + dummies;
  relaxation.first_vertex = dummies;
  for (Vertex i = 0; i < dummies; ++i) relaxation.numbers.push_back(i);
  for (const Vertex v : places) relaxation.numbers.push_back(dummies + v);
  relaxation.begin.push_back(0);
  relaxation.values.assign(dummies, scaled(dummy_value));
  std::vector<std::pair<Vertex, float>> row;
  for (const Vertex v : places) {
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

Relaxation restricted(const Relaxation& relaxation, const std::vector<std::size_t>& rows) {
  constexpr Vertex gone = std::numeric_limits<Vertex>::max();
  Relaxation left;
  left.s = relaxation.s;
  left.dummy_value = relaxation.dummy_value;
  left.unit = relaxation.unit;
  left.first_vertex = relaxation.first_vertex;
  std::vector<Vertex> place(relaxation.size(), gone);
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = static_cast<Vertex>(i);
  left.begin.push_back(0);
  for (const std::size_t row : rows) {
    left.numbers.push_back(relaxation.numbers[row]);
    left.values.push_back(relaxation.values[row]);
    if (row < relaxation.dummies) {
      ++left.dummies;
      continue;
    }
    relaxation.for_each_neighbour(row, relaxation.size(), [&](Vertex j, float w) {
      if (place[j] == gone) return;
      left.neighbours.push_back(place[j]);
      left.weights.push_back(w);
    });
    left.begin.push_back(left.neighbours.size());
  }
  return left;
}

}  // namespace lode::subgraph::dual
