#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow exchange_row(std::string_view name, std::string_view summary, ExchangeDescent* descend) {
  MethodRow row;
  row.name = name;
  row.summary = summary;
  row.objective = "w(S)";
  row.guarantee = "no exchange of one pair improves";
  row.cost = "O(n + m) + exchanges x (degrees moved + extreme buckets)";
  row.source = "folklore";
  row.settings = {"max-iterations"};
  row.solve = [descend](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    SwapOptions options;
    SettingsReader(settings).read("max-iterations", options.max_iterations);
    return descend(problem, options, run);
  };
  return row;
}

}  // namespace lode::detail
