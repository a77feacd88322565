#pragma once

#include <utility>

#include <lode/subgraph/problem.hpp>

namespace lode::test {

inline subgraph::Problem make_problem(Graph graph, Vertex s) {
  subgraph::Problem problem;
  problem.graph = std::move(graph);
  problem.s = s;
  return problem;
}

}  // namespace lode::test
