#include "subgraph/methods/peeling.hpp"

#include <lode/subgraph/registry.hpp>

#include "subgraph/problem/starts.hpp"

namespace lode::subgraph {

Solution peeling(const Problem& problem, const RunContext& run) {
  check_problem(problem);
  const std::optional<VertexSet> peeled = peel(problem.graph, problem.s, run);
  const VertexSet rest = peeled ? *peeled : make_start(problem, StartKind::degree, run);
  const std::uint64_t removals = problem.graph.num_vertices() - problem.s;
  const Weight weight = induced_totals(problem.graph, rest).weight;
  return finish_solution(problem, rest, {{run.elapsed(), weight, peeled ? removals : 0}},
                         peeled ? StopReason::converged : run.stop_reason(), peeled ? removals : 0, run);
}

namespace detail {

MethodRow peeling_row() {
  MethodRow row;
  row.name = "peeling";
  row.summary = "remove the vertex of least degree until s remain";
  row.objective = "w(S)";
  row.guarantee = "within a factor O(n/s)";
  row.cost = "O(n + m), weighted O(m log n)";
  row.source = "Asahiro, Iwama, Tamaki, Tokuyama, J. Algorithms 34 (2000)";
  row.uses_start = false;
  row.monotone = false;
  row.solve = [](const Problem& problem, const MethodSettings&, const RunContext& run) {
    return peeling(problem, run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
