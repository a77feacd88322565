#include <lode/subgraph/swap.hpp>

#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow swap_row() {
  MethodRow row;
  row.name = "swap";
  row.summary = "exchange descent, the best exchange each time";
  row.objective = "w(S)";
  row.guarantee = "no exchange of one pair improves";
  row.cost = "O(n + m) + exchanges x (degrees moved + extreme buckets)";
  row.source = "folklore";
  row.settings = {"max-iterations"};
  row.solve = [](const Problem& problem, const MethodSettings& settings, RunContext& run) {
    SwapOptions options;
    SettingsReader(settings).read("max-iterations", options.max_iterations);
    return swap_descent(problem, options, run);
  };
  return row;
}

}  // namespace lode::detail
