#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/study/compare.hpp>

namespace lode::detail {

/// The interface between the runner of a comparison and its subject. A task is made for one comparison, with
/// its cases, methods and options.
class ComparisonTask {
 public:
  virtual ~ComparisonTask() = default;

  /// A text that identifies a case: it changes with everything that changes the runs, except sizes.
  virtual std::string identity(std::size_t place) const = 0;
  /// Fills the instances; called once before the runs.
  virtual void prepare(std::vector<ComparisonInstance>& instances, const RunContext& whole) = 0;
  /// Fills a run with the answer of a method. An interrupted run may be left unchanged.
  virtual void solve(const ComparisonInstance& instance, const ComparisonMethod& method,
                     const RunContext& run, ComparisonRun& result) = 0;
  /// Recomputes the objective of a run from its answer; false if the answer is not feasible or has another
  /// objective.
  virtual bool recount(ComparisonRun& result, const RunContext& whole) = 0;
};

/// Parses METHOD[:PRESET][@SETTING=VALUE]... Without a preset, the first one of the method is set. `row_of`
/// returns the row of a method by name.
template <class RowOf>
ComparisonMethod parsed_method(const std::string& text, const RowOf& row_of) {
  const auto take = [](std::string_view& rest, char end) {
    const std::size_t at = std::min(rest.find(end), rest.size());
    const std::string_view part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return part;
  };
  std::string_view rest = text;
  std::string_view head = take(rest, '@');
  const auto& row = row_of(take(head, ':'));
  std::string preset(head);
  const auto& presets = row.presets;
  if (preset.empty() && !presets.empty()) preset = presets.front();
  if (!preset.empty() && std::find(presets.begin(), presets.end(), preset) == presets.end()) {
    throw InvalidArgument("preset", preset, fmt::format("is not a preset of method {}", row.name),
                          presets.empty() ? "it has none" : fmt::format("use {}", fmt::join(presets, ", ")));
  }
  ComparisonMethod method{text, std::string(row.name), {}, !row.uses_start};
  if (!preset.empty()) method.settings["preset"] = preset;
  while (!rest.empty()) {
    const std::string_view part = take(rest, '@');
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      throw InvalidArgument("method", text, fmt::format("'{}' is not SETTING=VALUE", part));
    }
    method.settings[std::string(part.substr(0, equals))] = part.substr(equals + 1);
  }
  return method;
}

/// The methods asked for, each once; "all" stands for `all`.
template <class RowOf>
std::vector<ComparisonMethod> chosen_methods(const std::vector<std::string>& asked,
                                             const std::vector<std::string>& all, const RowOf& row_of) {
  std::vector<ComparisonMethod> chosen;
  const auto add = [&](const std::string& text) {
    ComparisonMethod method = parsed_method(text, row_of);
    const bool again = std::any_of(chosen.begin(), chosen.end(), [&](const ComparisonMethod& other) {
      return other.name == method.name && other.settings == method.settings;
    });
    if (!again) chosen.push_back(std::move(method));
  };
  for (const std::string& text : asked) {
    if (text != "all") add(text);
    for (const std::string& each : text == "all" ? all : std::vector<std::string>()) add(each);
  }
  return chosen;
}

/// Copies the fields that solutions of both kinds have.
template <class Solution>
void take_course(Solution& solution, ComparisonRun& result) {
  result.stop_reason = solution.stop_reason;
  result.iterations = solution.iterations;
  result.seconds = solution.seconds;
  result.seconds_to_best = solution.seconds_to_best;
  result.trace = std::move(solution.trace);
}

/// A comparison with its options filled in. Errors: InvalidArgument for fewer than one start or an invalid
/// time limit.
Comparison begun_comparison(ComparisonKind kind, const ComparisonOptions& options);

/// Makes all runs missing in the journal, `run_limit` seconds each, and scores the comparison. Errors: as
/// compare_methods.
Comparison run_comparison(Comparison comparison, ComparisonTask& task, const ComparisonOptions& options,
                          double run_limit);

}  // namespace lode::detail
