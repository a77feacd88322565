#include "bounds/dual/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace lode::subgraph::dual {

Relaxation make_relaxation(const Part& part, const std::vector<Vertex>& order, Vertex s, Vertex dummies,
                           double dummy_value) {
  Relaxation relaxation{.part = &part, .s = s, .dummies = dummies, .dummy_value = dummy_value};
  const Graph& graph = part.graph;
  const double largest = part.values.empty() ? 0.0 : *std::ranges::max_element(part.values);
  if (graph.weighted() && graph.total_weight() > 0.0) {
    const double average = graph.total_weight() / static_cast<double>(graph.num_edges());
    relaxation.unit = std::exp2(std::round(std::log2(average)));
  }
  // Far smaller weights are rounded to 0, and squares of values are within the range of float.
  constexpr double most_units = 0x1p40;
  const double least_unit = std::exp2(std::ceil(std::log2(std::max(largest, dummy_value)))) / most_units;
  relaxation.unit = std::max(relaxation.unit, least_unit);
  relaxation.first_vertex = dummies;
  relaxation.numbers.resize(dummies);
  std::iota(relaxation.numbers.begin(), relaxation.numbers.end(), Vertex{0});
  std::transform(order.rbegin(), order.rend(), std::back_inserter(relaxation.numbers),
                 [&](Vertex v) { return dummies + v; });
  relaxation.rows.resize(relaxation.size());
  for (std::size_t i = 0; i < relaxation.size(); ++i) relaxation.rows[relaxation.numbers[i]] = i;
  return relaxation;
}

Relaxation restricted(const Relaxation& relaxation, const std::vector<std::size_t>& rows) {
  Relaxation left = relaxation;
  left.numbers.clear();
  left.dummies = 0;
  std::ranges::fill(left.rows, Relaxation::no_row);
  for (const std::size_t row : rows) {
    left.rows[relaxation.numbers[row]] = left.numbers.size();
    left.numbers.push_back(relaxation.numbers[row]);
    if (row < relaxation.dummies) ++left.dummies;
  }
  return left;
}

}  // namespace lode::subgraph::dual
