#include <algorithm>

#include <lode/subgraph/bounds/exact.hpp>

#include "subgraph/bounds/ledger.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow exact_row() {
  MethodRow row;
  row.name = "exact";
  row.summary = "branch and bound: the optimum and its proof, for small s";
  row.objective = "w(S)";
  row.guarantee = "optimal, or a proven bound when stopped";
  row.cost = "exponential in s";
  row.source = "enumeration: Uno, Algorithmica 56 (2010)";
  row.settings = {"work"};
  row.uses_start = false;
  row.exhaustive = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    const SettingsReader reader(settings);
    ExactOptions options;
    reader.read("work", options.max_nodes);
    if (options.max_nodes > 0) options.start_work = std::min(options.start_work, options.max_nodes);
    const Vertex sizes[] = {problem.s};
    BoundLedger ledger(problem.graph, sizes, run, Proofs::drop);
    ledger.add_cheap(run);
    options.known_bounds = ledger.values();
    ExactResult result = exact_search(problem, options, run);
    Solution solution = finish_solution(problem, std::move(result.vertices), std::move(result.trace),
                                        result.stop_reason, result.nodes, run);
    solution.upper_bound = result.upper_bound;
    return solution;
  };
  return row;
}

}  // namespace lode::detail
