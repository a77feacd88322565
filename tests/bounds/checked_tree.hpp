#pragma once

#include <cstddef>
#include <vector>

#include <lode/graph/graph.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/search/lifted_dual.hpp"

namespace lode::test {

/// The bound that a tree proves for a problem.
inline long double checked_tree(const subgraph::detail::DenseProblem& problem,
                                const subgraph::detail::SdpSearchTree& tree) {
  std::vector<WeightedEdge> edges;
  for (Vertex i = 0; i < problem.n; ++i) {
    for (Vertex j = 0; j < i; ++j) {
      if (problem.weight(i, j) != 0.0) edges.push_back({j, i, problem.weight(i, j)});
    }
  }
  const Graph graph =
      Graph::from_edges(edges, static_cast<Vertex>(problem.n), RunContext(), WeightSigns::any);
  const subgraph::detail::CheckedRows rows{
      {.graph = graph, .values = problem.linear}, problem.s, problem.integral};
  return subgraph::detail::check_search_tree(rows, tree, RunContext()).back() + problem.base;
}

}  // namespace lode::test
