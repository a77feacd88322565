#pragma once

#include <utility>

#include <lode/subgraph/problem.hpp>

namespace lode::test {

inline Problem make_problem(Graph graph, Vertex s) {
  Problem problem;
  problem.graph = std::move(graph);
  problem.s = s;
  return problem;
}

}  // namespace lode::test
