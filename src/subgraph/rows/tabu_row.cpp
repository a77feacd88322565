#include <lode/subgraph/tabu.hpp>

#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow tabu_row() {
  MethodRow row;
  row.name = "tabu";
  row.summary = "multistart tabu search over constrained exchanges";
  row.objective = "w(S)";
  row.guarantee = "none";
  row.cost = "O(n + m) + exchanges x degrees moved";
  row.source = "Wu, Hao, J. Comb. Optim. 26 (2013)";
  row.settings = {"stall", "restarts", "random-exchange"};
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    const SettingsReader reader(settings);
    TabuOptions options;
    reader.read("stall", options.stall);
    reader.read("restarts", options.restarts);
    reader.read("random-exchange", options.random_exchange);
    return tabu_search(problem, options, run);
  };
  return row;
}

}  // namespace lode::detail
