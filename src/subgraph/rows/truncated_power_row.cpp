#include "subgraph/methods/truncated_power.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {
namespace {

TruncatedPowerOptions truncated_power_options_from(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  TruncatedPowerOptions options;
  if (reader.has("shift")) reader.read("shift", options.shift.emplace(0.0));
  reader.read("max-iterations", options.max_iterations);
  return options;
}

}  // namespace

MethodRow truncated_power_row() {
  MethodRow row;
  row.name = "tpm";
  row.summary = "truncated power iteration: keep the s largest entries of (W + cI)x";
  row.objective = "x'(W + cI)x, |x| = 1, s nonzeros";
  row.guarantee = "never less than its start; objective never falls for c = |lambda_min|";
  row.cost = "200 x (n + degrees of the set) per shift, and one eigenvalue";
  row.source = "Yuan, Zhang, JMLR 14 (2013)";
  row.settings = {"shift", "max-iterations"};
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return truncated_power(problem, truncated_power_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::detail
