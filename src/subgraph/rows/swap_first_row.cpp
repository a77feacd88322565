#include <lode/subgraph/swap_first.hpp>

#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow swap_first_row() {
  MethodRow row;
  row.name = "swap-first";
  row.summary = "exchange descent, the first improving exchange in vertex order";
  row.objective = "w(S)";
  row.guarantee = "no exchange of one pair improves";
  row.cost = "O(n + m) + exchanges x (degrees moved + extreme buckets)";
  row.source = "folklore";
  row.settings = {"max-iterations"};
  row.solve = [](const Problem& problem, const MethodSettings& settings, RunContext& run) {
    SwapFirstOptions options;
    SettingsReader(settings).read("max-iterations", options.max_iterations);
    return swap_first_descent(problem, options, run);
  };
  return row;
}

}  // namespace lode::detail
