#include "least_squares/methods/qpm.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

namespace {

QpmOptions qpm_options_from(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  QpmOptions options;
  reader.read("penalty", options.first_penalty);
  reader.read("growth", options.growth);
  reader.read("start-scale", options.start_scale);
  return options;
}

}  // namespace

MethodRow qpm_row() {
  MethodRow row;
  row.name = "qpm";
  row.summary = "quadratic penalty method (penalty decomposition)";
  row.constraints = {ConstraintKind::sparse, ConstraintKind::sparse_c};
  row.guarantee = "none";
  row.cost = "m n per step, min(m, n)^3 per penalty";
  row.source = "Lu, Zhang, SIAM J. Optim. 2013";
  row.settings = {"penalty", "growth", "start-scale"};
  row.uses_start = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return qpm(problem, qpm_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
