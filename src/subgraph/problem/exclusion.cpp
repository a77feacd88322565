#include "subgraph/problem/exclusion.hpp"

#include <string>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph {

ReducedProblem without_excluded(const Problem& problem) {
  const Vertex n = problem.graph.num_vertices();
  check_vertices(problem.graph, problem.exclude, "vertex to exclude");
  check_vertices(problem.graph, problem.include, "vertex to include");
  check_starts(problem);
  check_values(problem.graph, problem.values);
  std::vector<char> excluded(n, 0);
  for (const Vertex v : problem.exclude) excluded[v] = 1;
  const auto left = static_cast<Vertex>(n - problem.exclude.size());
  if (problem.s > left) {
    throw InvalidArgument("s", std::to_string(problem.s),
                          "must be at most " + std::to_string(left) + ", the vertices left when " +
                              std::to_string(problem.exclude.size()) + " of " + std::to_string(n) +
                              " are excluded");
  }
  for (const Vertex v : problem.include) {
    if (excluded[v]) {
      throw InvalidArgument("include", problem.graph.name(v), "is excluded too", "ask for one of the two");
    }
  }
  VertexSet kept;
  kept.reserve(left);
  for (Vertex v = 0; v < n; ++v) {
    if (!excluded[v]) kept.push_back(v);
  }
  ReducedProblem reduced{problem, part_of(problem.graph, kept)};
  Problem& inside = reduced.problem;
  inside.graph = reduced.part.graph;
  inside.exclude.clear();
  if (!problem.values.empty()) {
    inside.values.clear();
    for (const Vertex v : kept) inside.values.push_back(problem.values[v]);
  }
  inside.include = reduced.part.to_part(problem.include);
  inside.given = reduced.part.to_part(problem.given);
  for (VertexSet& hint : inside.hints) hint = reduced.part.to_part(hint);
  if (inside.given.empty() && !problem.given.empty()) inside.start.reset();
  return reduced;
}

}  // namespace lode::subgraph
