#include <lode/least_squares/hybrid.hpp>

#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {
namespace {

HybridOptions hybrid_options_from(const MethodSettings& settings, ConstraintKind kind) {
  const SettingsReader reader(settings);
  HybridOptions options = hybrid_preset(reader.text("preset", "default"), kind);
  const bool paper_rule = options.stop == HybridStop::relative_decrease;
  const std::string_view other = paper_rule ? "idle" : "epsilon";
  if (reader.has(other)) {
    throw InvalidArgument(std::string(other), std::string(reader.text(other, "")),
                          "belongs to another stop rule than that of preset " + options.preset,
                          paper_rule ? "use epsilon" : "use idle, or preset paper");
  }
  if (reader.has("working-set")) {
    options.working_set = hybrid::parse_working_set(reader.text("working-set", ""));
  }
  reader.read("theta", options.theta);
  reader.read("epsilon", options.epsilon);
  reader.read("idle", options.idle);
  reader.read("max-iterations", options.max_iterations);
  reader.read("start-scale", options.start_scale);
  if (reader.has("work") && options.work == 0.0) {
    throw InvalidArgument("work", std::string(reader.text("work", "")),
                          "limits escapes, which preset " + options.preset + " does not have",
                          "use preset default, fast or thorough");
  }
  reader.read("work", options.work);
  return options;
}

}  // namespace

MethodRow hybrid_row() {
  MethodRow row;
  row.name = "hybrid";
  row.summary = "block-k descent: small working sets solved to optimality; tabu walks and kicks";
  row.constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                     ConstraintKind::sparse_c};
  row.guarantee = "block-k stationary as its certificate says; optimal up to 20 columns";
  row.cost = "Gram matrix + blocks x (k^2 s + exact search) + work";
  row.source = "Yuan, Shen, Zheng, arXiv 1706.06493";
  row.presets.assign(hybrid_presets().begin(), hybrid_presets().end());
  row.settings = {"working-set", "theta", "epsilon", "idle", "max-iterations", "start-scale", "work"};
  row.uses_start = true;
  row.monotone = true;
  row.logistic = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, RunContext& run) {
    return hybrid_search(problem, hybrid_options_from(settings, problem.constraint.kind), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
