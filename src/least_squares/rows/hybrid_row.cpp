#include <lode/least_squares/hybrid.hpp>

#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {
namespace {

/// Refuses a setting that the preset has no use for.
void refuse(const SettingsReader& reader, std::string_view name, const std::string& problem,
            const std::string& remedy) {
  if (!reader.has(name)) return;
  throw InvalidArgument(std::string(name), std::string(reader.text(name, "")), problem, remedy);
}

HybridOptions hybrid_options_from(const MethodSettings& settings, ConstraintKind kind) {
  const SettingsReader reader(settings);
  const std::string preset(reader.text("preset", "default"));
  HybridOptions options = hybrid_preset(preset, kind);
  const std::string other_rule = "belongs to another stop rule than that of preset " + preset;
  if (options.work > 0.0) {
    refuse(reader, "epsilon", other_rule, "use idle, or preset paper");
    refuse(reader, "theta", "belongs to a descent without escapes, which preset " + preset + " has",
           "use preset paper");
    refuse(reader, "start-scale",
           "scales random starts, and preset " + preset + " has none that it would change",
           "use preset paper, or a start");
  } else {
    refuse(reader, "idle", other_rule, "use epsilon");
    refuse(reader, "work", "limits escapes, which preset " + preset + " does not have",
           "use preset default, fast or thorough");
  }
  if (reader.has("working-set")) {
    options.working_set = hybrid::parse_working_set(reader.text("working-set", ""));
  }
  reader.read("theta", options.theta);
  reader.read("epsilon", options.epsilon);
  reader.read("idle", options.idle);
  reader.read("max-iterations", options.max_iterations);
  reader.read("start-scale", options.start_scale);
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
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return hybrid_search(problem, hybrid_options_from(settings, problem.constraint.kind), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
