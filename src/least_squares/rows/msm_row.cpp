#include "least_squares/methods/msm.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

namespace {

MsmOptions msm_options_from(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  MsmOptions options;
  reader.read("omega", options.omega);
  reader.read("theta", options.theta);
  reader.read("start-scale", options.start_scale);
  return options;
}

}  // namespace

MethodRow msm_row() {
  MethodRow row;
  row.name = "msm";
  row.summary = "matrix splitting: exact cyclic coordinate steps";
  row.constraints = {ConstraintKind::binary, ConstraintKind::sparse};
  row.guarantee = "never above its start";
  row.cost = "m n per sweep";
  row.source = "Yuan, Zheng, Ghanem, CVPR 2017";
  row.settings = {"omega", "theta", "start-scale"};
  row.uses_start = true;
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return msm(problem, msm_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
