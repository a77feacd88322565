#include <lode/subgraph/registry.hpp>

#include "subgraph/problem/starts.hpp"

namespace lode::subgraph::detail {
namespace {

/// Peeling: remove the vertex of least degree (strength when weighted) until s remain.
///
/// Cost:    O(n + m) unweighted, O(m log n) weighted; memory O(n).
/// Returns: exactly s vertices; the set is within a factor O(n/s) of the optimum.
/// Deterministic; ties as in core_decomposition and strength_cores.
/// Source:  Y. Asahiro, K. Iwama, H. Tamaki, T. Tokuyama, Greedily finding a dense subgraph,
///          J. Algorithms 34 (2000).
Solution peeling(const Problem& problem, const MethodSettings&, const RunContext& run) {
  check_problem(problem);
  const std::optional<VertexSet> peeled = peel(problem.graph, problem.s, run);
  const VertexSet rest = peeled ? *peeled : make_start(problem, StartKind::degree, run);
  const std::uint64_t removals = peeled ? problem.graph.num_vertices() - problem.s : 0;
  const Weight weight = induced_totals(problem.graph, rest).weight;
  return finish_solution(problem, rest, {{run.elapsed(), weight, removals}},
                         peeled ? StopReason::converged : run.stop_reason(), removals, run);
}

}  // namespace

MethodRow peeling_row() {
  return {.name = "peeling",
          .summary = "Removes the vertex of least degree until s vertices are left",
          .objective = "w(S)",
          .guarantee = "Within a factor O(n/s) of the best set",
          .cost = "O(n + m), with weights O(m log n)",
          .source = "Asahiro, Iwama, Tamaki, Tokuyama, J. Algorithms 34 (2000)",
          .uses_start = false,
          .monotone = false,
          .solve = peeling};
}

}  // namespace lode::subgraph::detail
