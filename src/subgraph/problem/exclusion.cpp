#include "subgraph/problem/exclusion.hpp"

#include <algorithm>
#include <string>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph {

VertexSet ReducedProblem::outward(const VertexSet& vertices) const {
  VertexSet result;
  result.reserve(vertices.size());
  for (const Vertex v : vertices) result.push_back(original[v]);
  return result;
}

ReducedProblem without_excluded(const Problem& problem) {
  const Vertex n = problem.graph.num_vertices();
  check_vertices(problem.graph, problem.exclude, "vertex to exclude");
  check_vertices(problem.graph, problem.include, "vertex to include");
  check_starts(problem);
  std::vector<char> excluded(n, 0);
  for (const Vertex v : problem.exclude) excluded[v] = 1;
  const auto left = static_cast<Vertex>(n - problem.exclude.size());
  if (problem.s > left) {
    throw InvalidArgument("s", std::to_string(problem.s),
                          "must be at most " + std::to_string(left) + ", the vertices left when " +
                              std::to_string(problem.exclude.size()) + " of " + std::to_string(n) +
                              " are excluded");
  }
  ReducedProblem reduced;
  reduced.original.reserve(left);
  std::vector<Vertex> number(n, no_vertex);
  for (Vertex v = 0; v < n; ++v) {
    if (excluded[v]) continue;
    number[v] = static_cast<Vertex>(reduced.original.size());
    reduced.original.push_back(v);
  }
  reduced.problem = problem;
  reduced.problem.exclude.clear();
  reduced.problem.include.clear();
  reduced.problem.given.clear();
  reduced.problem.hints.clear();
  for (const Vertex v : problem.include) {
    if (excluded[v]) {
      throw InvalidArgument("include", problem.graph.name(v), "is excluded too", "ask for one of the two");
    }
    reduced.problem.include.push_back(number[v]);
  }
  for (const VertexSet& hint : problem.hints) {
    VertexSet& kept = reduced.problem.hints.emplace_back();
    for (const Vertex v : hint) {
      if (!excluded[v]) kept.push_back(number[v]);
    }
  }
  for (const Vertex v : problem.given) {
    if (!excluded[v]) reduced.problem.given.push_back(number[v]);
  }
  if (reduced.problem.given.empty() && !problem.given.empty()) reduced.problem.start.reset();
  if (!problem.exclude.empty()) reduced.problem.graph = induced_subgraph(problem.graph, reduced.original);
  return reduced;
}

}  // namespace lode::subgraph
