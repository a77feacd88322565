#include "subgraph/methods/peeling.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {

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

}  // namespace lode::detail
