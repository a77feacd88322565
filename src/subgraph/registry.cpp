#include <algorithm>
#include <charconv>
#include <string>

#include <lode/core/error.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/peeling.hpp>
#include <lode/subgraph/registry.hpp>

namespace lode {
namespace {

/// Typed access to one method's settings.
class SettingsReader {
 public:
  explicit SettingsReader(const MethodSettings& settings) : settings_(settings) {}

  template <class Number>
  void read(std::string_view name, Number& value) const {
    const auto found = settings_.find(name);
    if (found == settings_.end()) return;
    const std::string& text = found->second;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
      throw InvalidArgument(std::string(name), text, "is not a number of the kind needed");
    }
  }
  std::string_view text(std::string_view name, std::string_view otherwise) const {
    const auto found = settings_.find(name);
    return found == settings_.end() ? otherwise : std::string_view(found->second);
  }
  bool has(std::string_view name) const { return settings_.find(name) != settings_.end(); }

 private:
  const MethodSettings& settings_;
};

HybridOptions hybrid_options(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  HybridOptions options = hybrid_preset(reader.text("preset", "default"));
  const bool paper_rule = options.stop == HybridStop::relative_decrease;
  const std::string_view other = paper_rule ? "idle" : "epsilon";
  if (reader.has(other)) {
    throw InvalidArgument(std::string(other), std::string(reader.text(other, "")),
                          "belongs to another stop rule than that of preset " + options.preset,
                          paper_rule ? "use epsilon" : "use idle, or preset paper");
  }
  if (reader.has("working-set"))
    options.working_set = hybrid::parse_working_set(reader.text("working-set", ""));
  reader.read("theta", options.theta);
  reader.read("epsilon", options.epsilon);
  reader.read("idle", options.idle);
  reader.read("max-iterations", options.max_iterations);
  return options;
}

std::vector<MethodRow> make_methods() {
  std::vector<MethodRow> rows;
  MethodRow hybrid;
  hybrid.name = "hybrid";
  hybrid.summary = "block-k descent: small working sets solved to optimality";
  hybrid.objective = "w(S)";
  hybrid.guarantee = "block-k stationary, checked";
  hybrid.cost = "O(n + m) + blocks x (k^2 + branch and bound + degrees moved)";
  hybrid.source = "Yuan, Shen, Zheng, arXiv 1706.06493";
  hybrid.presets.assign(hybrid_presets().begin(), hybrid_presets().end());
  hybrid.settings = {"working-set", "theta", "epsilon", "idle", "max-iterations"};
  hybrid.solve = [](const Problem& problem, const MethodSettings& settings, RunContext& run) {
    return hybrid_search(problem, hybrid_options(settings), run);
  };
  rows.push_back(std::move(hybrid));

  MethodRow peel;
  peel.name = "peeling";
  peel.summary = "remove the vertex of least degree until s remain";
  peel.objective = "w(S)";
  peel.guarantee = "within a factor O(n/s)";
  peel.cost = "O(n + m), weighted O(m log n)";
  peel.source = "Asahiro, Iwama, Tamaki, Tokuyama, J. Algorithms 34 (2000)";
  peel.uses_start = false;
  peel.monotone = false;
  peel.solve = [](const Problem& problem, const MethodSettings&, RunContext& run) {
    return peeling(problem, run);
  };
  rows.push_back(std::move(peel));
  return rows;
}

std::string list_of(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

void check_settings(const MethodRow& row, const MethodSettings& settings) {
  for (const auto& [name, value] : settings) {
    if (name == "preset") {
      if (row.presets.empty()) {
        throw InvalidArgument("preset", value, "method " + std::string(row.name) + " has no presets");
      }
      if (std::find(row.presets.begin(), row.presets.end(), value) == row.presets.end()) {
        throw InvalidArgument("preset", value, "is not a preset of method " + std::string(row.name),
                              "use " + list_of(row.presets));
      }
    } else if (std::find(row.settings.begin(), row.settings.end(), name) == row.settings.end()) {
      throw InvalidArgument(name, value, "is not a setting of method " + std::string(row.name),
                            row.settings.empty() ? "it has none" : "it has " + list_of(row.settings));
    }
  }
}

}  // namespace

std::span<const MethodRow> methods() {
  static const std::vector<MethodRow> rows = make_methods();
  return rows;
}

const MethodRow& method(std::string_view name) {
  std::vector<std::string_view> names;
  for (const MethodRow& row : methods()) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  throw InvalidArgument("method", std::string(name), "is not known", "use " + list_of(names));
}

Solution solve(std::string_view name, const Problem& problem, const MethodSettings& settings,
               RunContext& run) {
  const MethodRow& row = method(name);
  check_problem(problem);
  check_settings(row, settings);
  if (problem.graph.weighted() && !row.weights) {
    throw InvalidArgument("method", std::string(name), "does not take weighted graphs");
  }
  if (problem.start && !row.uses_start) {
    throw InvalidArgument("method", std::string(name), "builds its answer from nothing and takes no start");
  }
  return row.solve(problem, settings, run);
}

}  // namespace lode
