#include "subgraph/methods/feige_greedy.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {

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

}  // namespace lode::detail
