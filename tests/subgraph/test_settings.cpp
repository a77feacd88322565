#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "support/catch.hpp"
#include "support/option_values.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// Values of every setting of any method that are not its default.
const std::map<std::string_view, std::vector<std::string>>& other_values() {
  static const std::map<std::string_view, std::vector<std::string>> values = {
      {"working-set", {"R2-G2"}},
      {"theta", {"0.5", "1000"}},
      {"stop", {"idle-blocks", "relative-decrease"}},
      {"epsilon", {"0.5"}},
      {"window", {"1", "3"}},
      {"idle", {"1"}},
      {"max-iterations", {"1"}},
      {"stationarity-blocks", {"0"}},
      {"work", {"1", "30000000"}},
      {"passes", {"1"}},
      {"block", {"2", "20"}},
      {"cluster", {"1"}},
      {"starts", {"first"}},
      {"searchers", {"2", "7"}},
      {"stall", {"1"}},
      {"restarts", {"1"}},
      {"random-exchange", {"1"}},
      {"work-limit", {"1"}},
      {"shift", {"0", "1000"}},
      {"step", {"exact", "lipschitz"}},
      {"tolerance", {"0.5", "0"}},
      {"growth", {"2", "10"}},
      {"cap", {"1"}},
      {"penalty", {"10"}},
      {"alternations", {"1"}},
      {"inner-steps", {"1"}},
      {"gap", {"1000"}},
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

TEST_CASE("every option of every method is documented, and its default is a value of it") {
  const Problem problem{.graph = test::random_graph(24, 0.3, 5), .s = 5};
  const RunContext stopped({.threads = 1, .time_limit = 0.0});
  std::size_t count = 0;
  for (const MethodRow& row : methods()) {
    std::set<std::string_view> names = {"preset"};
    for (const OptionInfo& option : row.options) {
      INFO(row.name << ", " << option.name);
      CHECK(names.insert(option.name).second);
      CHECK(row.takes(option.name));
      CHECK_FALSE(option.meaning.empty());
      CHECK_FALSE(option.range.empty());
      std::vector<std::string> defaults = {option.default_value};
      for (const auto& [preset, value] : option.other_defaults) {
        CHECK(std::count(row.presets.begin(), row.presets.end(), preset) == 1);
        defaults.push_back(value);
      }
      for (const std::string& value : defaults) {
        CHECK_FALSE(value.empty());
        try {
          solve(row.name, problem, {{std::string(option.name), value}}, stopped);
        } catch (const InvalidArgument& error) {  // it may be for another preset, but it is a value
          CHECK(std::string(error.what()).find(option.range) == std::string::npos);
        }
      }
      ++count;
    }
    CHECK_FALSE(row.takes("preset"));
  }
  CHECK(count >= 30);
}

TEST_CASE("values outside the range of an option are refused with the option's name and its range") {
  const Problem problem{.graph = test::random_graph(24, 0.3, 5), .s = 5};
  const RunContext run({.threads = 1});
  for (const MethodRow& row : methods()) {
    for (const OptionInfo& option : row.options) {
      for (const std::string& value : test::refused_values(option)) {
        INFO(row.name << ", " << option.name << " = " << value);
        try {
          solve(row.name, problem, {{std::string(option.name), value}}, run);
          FAIL("was accepted");
        } catch (const InvalidArgument& error) {
          CHECK(error.parameter() == option.name);
          if (option.kind != OptionKind::form) {
            CHECK(std::string(error.what()).find(option.range) != std::string::npos);
          }
        }
      }
    }
  }
}

TEST_CASE("every listed setting of every method and preset changes the run or is refused") {
  const Graph graph = gnp({.num_vertices = 90, .probability = 0.25, .seed = 3});
  const Problem problem{.graph = graph, .s = 14, .start = StartKind::random};
  for (const MethodRow& row : methods()) {
    std::vector<std::string> presets(row.presets.begin(), row.presets.end());
    if (presets.empty()) presets.emplace_back();
    for (const std::string& preset : presets) {
      MethodSettings usual;
      if (!preset.empty()) usual["preset"] = preset;
      // Searches that would go on for long are cut short to keep this quick.
      if (row.exhaustive) usual["work"] = "20000";
      if (row.name == "hybrid" && hybrid_preset(preset).work > 0) usual["work"] = "300000";
      const RunContext run({.threads = 1});
      const auto before = shown(row.solve(problem, usual, run));
      for (const OptionInfo& option : row.options) {
        const std::string_view setting = option.name;
        if (setting == "max-memory")
          continue;  // the order of a search, not its answer: test_branch_and_bound
        INFO(row.name << ", preset " << preset << ", setting " << setting);
        REQUIRE(other_values().count(setting) == 1);
        MethodSettings base = usual;
        auto of_base = before;
        if (setting == "passes" && hybrid_preset(preset).work > 0) {  // which limits work, if there is enough
          base["work"] = "30000000";
          of_base = shown(row.solve(problem, base, run));
        }
        bool noticed = false;
        for (const std::string& value : other_values().at(setting)) {
          MethodSettings changed = base;
          changed[std::string(setting)] = value;
          try {
            noticed = noticed || shown(row.solve(problem, changed, run)) != of_base;
          } catch (const InvalidArgument& refused) {
            noticed = noticed || std::string(refused.what()).find(setting) != std::string::npos;
          }
        }
        CHECK(noticed);
      }
    }
  }
}
