#include "subgraph/methods/feige_greedy.hpp"

#include <algorithm>
#include <numeric>

#include <lode/subgraph/registry.hpp>

#include "subgraph/problem/goal.hpp"
#include "subgraph/state/largest.hpp"

namespace lode::subgraph {

VertexSet feige_greedy_set(const Graph& graph, Vertex s) {
  const Vertex n = graph.num_vertices();
  std::vector<Weight> strength(n);
  for (Vertex v = 0; v < n; ++v) strength[v] = graph.strength(v);
  std::vector<Vertex> vertices(n);
  std::iota(vertices.begin(), vertices.end(), Vertex{0});
  const Vertex half = s / 2;
  detail::bring_largest_forward(vertices, half, [&](Vertex v) { return strength[v]; });

  VertexSet set(vertices.begin(), vertices.begin() + half);
  std::vector<Weight> into_set(n, 0.0);
  for (const Vertex v : set) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { into_set[u] += w; });
  }
  std::vector<Vertex> others(vertices.begin() + half, vertices.end());
  detail::bring_largest_forward(others, s - half, [&](Vertex v) { return into_set[v]; });
  set.insert(set.end(), others.begin(), others.begin() + (s - half));
  std::sort(set.begin(), set.end());
  return set;
}

Solution feige_greedy(const Problem& problem, const RunContext& run) {
  check_problem(problem);
  VertexSet set = feige_greedy_set(problem.graph, problem.s);
  const Weight weight = induced_totals(problem.graph, set).weight;
  const StopReason reason = detail::goal_of(problem).met(weight).value_or(StopReason::converged);
  return finish_solution(problem, std::move(set), {{run.elapsed(), weight, 1}}, reason, 1, run);
}

namespace detail {

MethodRow feige_greedy_row() {
  MethodRow row;
  row.name = "feige-greedy";
  row.summary = "s/2 vertices of largest degree and those with most neighbours among them";
  row.objective = "w(S)";
  row.guarantee = "none alone";
  row.cost = "O(n + m)";
  row.source = "Feige, Peleg, Kortsarz, Algorithmica 29 (2001)";
  row.uses_start = false;
  row.monotone = false;
  row.solve = [](const Problem& problem, const MethodSettings&, const RunContext& run) {
    return feige_greedy(problem, run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
