// Every setting that a method lists changes what it does, or is refused with a reason.
#include <algorithm>
#include <map>
#include <set>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/hybrid.hpp"
#include "least_squares_support.hpp"
#include "support/catch.hpp"
#include "support/option_values.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

/// A value far from any default.
const std::map<std::string_view, std::string>& far_values() {
  static const std::map<std::string_view, std::string> values = {
      {"working-set", "R2-G1"}, {"theta", "1000"},   {"epsilon", "0.5"},     {"idle", "1"},
      {"max-iterations", "1"},  {"max-rounds", "1"}, {"max-exchanges", "1"}, {"start-scale", "30"},
      {"columns", "raw"},       {"omega", "0.1"},    {"penalty", "100"},     {"growth", "50"},
      {"window", "1"},          {"max-sweeps", "1"}, {"tolerance", "0.5"},   {"work", "1"}};
  return values;
}

std::vector<Constraint> all_kinds() {
  return {{ConstraintKind::binary},
          {ConstraintKind::binary_c, 8},
          {ConstraintKind::sparse, 0, 0.4},
          {ConstraintKind::sparse, 0, 0.05, 0.3},
          {ConstraintKind::sparse_c, 8}};
}

/// Everything of a run that does not depend on time.
struct Outcome {
  std::vector<Index> support;
  std::vector<double> x;
  std::uint64_t iterations = 0;
  StopReason reason = StopReason::converged;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome outcome_of(const MethodRow& row, const Problem& problem, const MethodSettings& settings) {
  RunContext run({.threads = 1});
  const Solution solution = solve(row.name, problem, settings, run);
  return {solution.support, solution.x, solution.iterations, solution.stop_reason};
}

}  // namespace

TEST_CASE("every option of every least-squares method is documented, and its default is a value of it") {
  const auto instance = test::normal_instance(12, 10, 3);
  const RunContext stopped({.threads = 1, .time_limit = 0.0});
  std::size_t count = 0;
  for (const MethodRow& row : methods()) {
    std::set<std::string_view> names = {"preset"};
    Constraint constraint{row.constraints.front(), 3};
    for (const OptionInfo& option : row.options) {
      INFO(row.name << ", " << option.name);
      CHECK(names.insert(option.name).second);
      CHECK(row.takes(option.name));
      CHECK_FALSE(option.meaning.empty());
      CHECK_FALSE(option.range.empty());
      std::vector<std::string> defaults = {option.default_value};
      for (const auto& [preset, value] : option.other_defaults) defaults.push_back(value);
      for (const std::string& value : defaults) {
        CHECK_FALSE(value.empty());
        try {
          solve(row.name, test::make_problem(instance, constraint), {{std::string(option.name), value}},
                stopped);
        } catch (const InvalidArgument& error) {  // it may be for another preset, but it is a value
          CHECK(std::string(error.what()).find(option.range) == std::string::npos);
        }
      }
      ++count;
    }
    CHECK_FALSE(row.takes("preset"));
  }
  CHECK(count >= 20);
}

TEST_CASE("values outside the range of a least-squares option are refused with its name and range") {
  const auto instance = test::normal_instance(12, 10, 3);
  const RunContext run({.threads = 1});
  for (const MethodRow& row : methods()) {
    const Problem problem = test::make_problem(instance, {row.constraints.front(), 3});
    for (const OptionInfo& option : row.options) {
      for (const std::string& value : test::refused_values(option)) {
        INFO(row.name << ", " << option.name << " = " << value);
        // Presets refuse what is for others before they look at the value.
        bool told_range = false;
        std::vector<std::string_view> presets = row.presets;
        if (presets.empty()) presets.emplace_back();
        for (const std::string_view preset : presets) {
          MethodSettings settings = {{std::string(option.name), value}};
          if (!preset.empty()) settings["preset"] = preset;
          try {
            solve(row.name, problem, settings, run);
            FAIL("was accepted");
          } catch (const InvalidArgument& error) {
            CHECK(error.parameter() == option.name);
            told_range = told_range || option.kind == OptionKind::form ||
                         std::string(error.what()).find(option.range) != std::string::npos;
          }
        }
        CHECK(told_range);
      }
    }
  }
}

TEST_CASE("every setting of every least-squares method has an effect or is refused") {
  // Columns of many lengths, so that their scale matters.
  std::vector<double> values = test::normals(40 * 60, 1, 1);
  for (std::size_t j = 0; j < 60; ++j) {
    for (std::size_t i = 0; i < 40; ++i) values[j * 40 + i] *= 1.0 + static_cast<double>(j % 7);
  }
  const auto instance = std::make_shared<Instance>(Matrix::dense(40, 60, values), test::normals(40, 1, 2));
  for (const MethodRow& row : methods()) {
    std::set<std::pair<std::string_view, std::string_view>> seen;
    const std::vector<std::string_view> presets =
        row.presets.empty() ? std::vector<std::string_view>{""} : row.presets;
    for (const std::string_view preset : presets) {
      for (const Constraint& constraint : all_kinds()) {
        const auto& kinds = row.constraints;
        if (std::find(kinds.begin(), kinds.end(), constraint.kind) == kinds.end()) continue;
        Problem problem = test::make_problem(instance, constraint);
        problem.refit = false;
        // From ols, its own start, swap has hardly an exchange to make here.
        if (row.name == "swap") problem.start = test::normals(60, 1, 3);
        MethodSettings plain;
        if (!preset.empty()) plain["preset"] = preset;
        // Little work, where a search goes on for a given amount of it.
        const bool escapes = row.name == "hybrid" && preset != "paper";
        if (escapes) plain["work"] = "2e7";
        const Outcome before = outcome_of(row, problem, plain);
        for (const OptionInfo& option : row.options) {
          const std::string_view setting = option.name;
          INFO(row.name << " " << preset << " " << to_string(constraint.kind) << ", " << setting);
          REQUIRE(far_values().count(setting) == 1);
          const bool signs =
              constraint.kind == ConstraintKind::binary || constraint.kind == ConstraintKind::binary_c;
          if (setting == "start-scale") {
            if (signs) continue;  // the scale is lost in the projection
            if (row.name == "gpm" && constraint.kind == ConstraintKind::sparse_c) continue;  // begins at 0
          }
          MethodSettings changed = plain;
          changed[std::string(setting)] = far_values().at(setting);
          bool differs = true;
          try {
            differs = !(outcome_of(row, problem, changed) == before);
          } catch (const InvalidArgument& error) {
            CHECK(error.parameter() == setting);
          }
          if (row.name == "hybrid") CHECK(differs);
          // The others may have ended before a limit, but not under every constraint.
          if (differs) seen.insert({preset, setting});
        }
      }
      for (const OptionInfo& option : row.options) {
        const std::string_view setting = option.name;
        INFO(row.name << " " << preset << ", " << setting);
        CHECK(seen.count({preset, setting}) == 1);
      }
    }
  }
}

TEST_CASE("max-iterations of hybrid limits the steps of every search") {
  const auto instance = test::normal_instance(40, 60, 3);
  std::vector<double> labels = test::normals(40, 3, 4);
  for (double& label : labels) label = label > 0.0 ? 1.0 : -1.0;
  const std::vector<double> values(instance->a().dense_values().begin(), instance->a().dense_values().end());
  const auto labelled = std::make_shared<Instance>(Matrix::dense(40, 60, values), labels);
  for (const Constraint& constraint : all_kinds()) {
    for (const Loss loss : {Loss::squared, Loss::logistic}) {
      for (const std::uint64_t limit : {1u, 7u, 40u}) {
        Problem problem = test::make_problem(loss == Loss::squared ? instance : labelled, constraint);
        problem.loss = loss;
        RunContext run({.threads = 1});
        const Solution solution =
            solve("hybrid", problem, {{"max-iterations", std::to_string(limit)}, {"work", "1e7"}}, run);
        INFO(to_string(constraint.kind) << " " << to_string(loss) << " " << limit);
        CHECK(solution.iterations <= limit);
        if (limit == 1) CHECK(solution.stop_reason == StopReason::iterations);
      }
    }
  }
}
