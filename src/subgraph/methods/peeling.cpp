#include "subgraph/methods/peeling.hpp"

#include "subgraph/problem/starts.hpp"

namespace lode {

Solution peeling(const Problem& problem, const RunContext& run) {
  check_problem(problem);
  const VertexSet rest = peel(problem.graph, problem.s);
  const std::uint64_t removals = problem.graph.num_vertices() - problem.s;
  const Weight weight = induced_totals(problem.graph, rest).weight;
  return finish_solution(problem, rest, {{run.elapsed(), weight, removals}}, StopReason::converged, removals,
                         run);
}

}  // namespace lode
