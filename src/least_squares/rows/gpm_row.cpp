#include "least_squares/methods/gpm.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

namespace {

GpmOptions gpm_options_from(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  GpmOptions options;
  reader.read("max-iterations", options.max_iterations);
  reader.read("start-scale", options.start_scale);
  return options;
}

}  // namespace

MethodRow gpm_row() {
  MethodRow row;
  row.name = "gpm";
  row.summary = "greedy coordinate descent, the best single change each time";
  row.constraints = {ConstraintKind::binary, ConstraintKind::sparse, ConstraintKind::sparse_c};
  row.guarantee = "block-1 stationary";
  row.cost = "n per change, and the Gram matrix";
  row.source = "compared with in Yuan, Shen, Zheng, arXiv 1706.06493";
  row.settings = {"max-iterations", "start-scale"};
  row.uses_start = true;
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return gpm(problem, gpm_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
