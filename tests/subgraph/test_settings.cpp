#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/registry.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// Values of every setting of any method that are not its default.
const std::map<std::string_view, std::vector<std::string>>& other_values() {
  static const std::map<std::string_view, std::vector<std::string>> values = {
      {"working-set", {"R2-G2"}}, {"theta", {"0.5", "1000"}},
      {"epsilon", {"0.5"}},       {"idle", {"1"}},
      {"max-iterations", {"1"}},  {"work", {"1", "30000000"}},
      {"block", {"2", "20"}},     {"cluster", {"1"}},
      {"starts", {"first"}},      {"searchers", {"2", "7"}},
      {"stall", {"1"}},           {"restarts", {"1"}},
      {"random-exchange", {"1"}}, {"work-limit", {"1"}},
      {"shift", {"0", "1000"}},   {"step", {"exact", "lipschitz"}},
  };
  return values;
}

/// All that a run shows of itself but its times.
auto shown(const Solution& solution) {
  std::vector<std::pair<double, std::uint64_t>> trace;
  for (const TracePoint& point : solution.trace) trace.emplace_back(point.weight, point.iteration);
  const StationarityReport checked = solution.stationarity.value_or(StationarityReport{});
  return std::tuple(solution.vertices, solution.iterations, solution.stop_reason, trace, checked.k,
                    checked.blocks, checked.holds);
}

}  // namespace

TEST_CASE("every listed setting of every method and preset changes the run or is refused") {
  const Graph graph = gnp({.num_vertices = 90, .probability = 0.25, .seed = 3});
  const Problem problem{.graph = graph, .s = 14, .start = StartKind::random};
  for (const MethodRow& row : methods()) {
    std::vector<std::string> presets(row.presets.begin(), row.presets.end());
    if (presets.empty()) presets.emplace_back();
    for (const std::string& preset : presets) {
      MethodSettings usual;
      if (!preset.empty()) usual["preset"] = preset;
      // An exhaustive search is cut short to keep this quick.
      if (row.exhaustive) usual["work"] = "20000";
      RunContext first({.threads = 1});
      const auto before = shown(row.solve(problem, usual, first));
      for (const std::string_view setting : row.settings) {
        INFO(row.name << ", preset " << preset << ", setting " << setting);
        REQUIRE(other_values().count(setting) == 1);
        bool noticed = false;
        for (const std::string& value : other_values().at(setting)) {
          MethodSettings changed = usual;
          changed[std::string(setting)] = value;
          try {
            RunContext run({.threads = 1});
            noticed = noticed || shown(row.solve(problem, changed, run)) != before;
          } catch (const InvalidArgument& refused) {
            noticed = noticed || std::string(refused.what()).find(setting) != std::string::npos;
          }
        }
        CHECK(noticed);
      }
    }
  }
}
