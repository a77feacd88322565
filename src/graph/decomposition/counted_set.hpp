#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <lode/core/tolerance.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

#include "core/exact_sum.hpp"

namespace lode::detail {

/// A set with its edges, weight, value and cost, counted on the graph; nothing is said of other sets.
/// Cost: O(n + the sum of the degrees of the set).
inline DensestSubgraph counted_set(const Graph& graph, const DensityTerms& terms,
                                   std::vector<Vertex> vertices) {
  DensestSubgraph set;
  std::sort(vertices.begin(), vertices.end());
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : vertices) inside[v] = 1;
  ExactSum weight;
  ExactSum value;
  ExactSum cost;
  for (const Vertex v : vertices) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v || inside[u] == 0) return;
      ++set.edges;
      if (graph.weighted()) weight.add(w);
    });
    if (!terms.values.empty()) value.add(terms.values[v]);
    if (!terms.costs.empty()) cost.add(terms.costs[v]);
  }
  set.weight = graph.weighted() ? weight.rounded() : static_cast<Weight>(set.edges);
  set.value = value.rounded();
  set.cost = terms.costs.empty() ? static_cast<Weight>(vertices.size()) : cost.rounded();
  set.vertices = std::move(vertices);
  return set;
}

/// How far the ratio of a counted set may be from the true one, where numbers are not integers.
inline double error_of_ratio(const DensestSubgraph& set) {
  return 0x1p-50 * (std::abs(set.weight) + std::abs(set.value)) / set.cost;
}

/// Puts the bound of a search that ended to a set. `error`: of the ratio.
inline void conclude(DensestSubgraph& set, double bound, double error) {
  set.bound = std::max(bound, set.ratio());
  set.optimality_tolerance = set.bound - set.ratio() + error;
  set.proven_optimal = set.optimality_tolerance <= optimality_tolerance * std::abs(set.ratio());
}

}  // namespace lode::detail
