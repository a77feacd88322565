#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/study/compare.hpp>

#include "core/column.hpp"

namespace lode {

/// Ranks of values, 1 for the best. Values within rounding of the first of their group share the mean rank.
std::vector<double> ranks_of(std::span<const double> values, Better better);

/// Arithmetic mean; 0 for an empty list.
double mean(std::span<const double> values);

/// (v_1 ... v_k)^(1/k) of values >= 0; 1 for an empty list.
double geometric_mean(std::span<const double> values);

/// At most `limit` (>= 2) points of a trace, evenly spaced by position, including both ends.
Trace thinned_trace(const Trace& trace, std::size_t limit);

/// The mean over several runs of the best objective known at each time, from the time when all runs have an
/// answer. A run keeps its last value after its end. Iterations are 0.
///
/// Cost: O(p log p) for p points in all.
Trace average_trace(std::span<const Trace* const> traces, Better better);

/// Computes from the runs: best and complete of all instances, cells, scores and case_scores.
void score_comparison(Comparison& comparison);

namespace detail {

/// The columns of a run in JSON, CSV and the journal, which is read back by them. The columns refer to the
/// comparison.
Columns<ComparisonRun> run_columns(const Comparison& comparison);

/// The parts of a panel's source in the labels of its runs.
struct SourceWords {
  std::string design;
  std::string noise;
  std::uint64_t seed = 0;
};
SourceWords source_words(const LeastSquaresSource& source);

/// The subject of a comparison: one made for graphs, one for least squares.
struct ComparisonTask {
  /// A text that identifies a case: it changes with everything that changes the runs, except sizes.
  std::function<std::string(std::size_t place)> identity;
  /// Fills an instance before the runs.
  std::function<void(ComparisonInstance&, const RunContext& whole)> prepare;
  /// Fills a run with the answer of a method. An interrupted run may be left unchanged.
  std::function<void(const ComparisonInstance&, const ComparisonMethod&, const RunContext&, ComparisonRun&)>
      solve;
  /// Recomputes the objective of a run from its answer; false if the answer is not feasible or has another
  /// objective.
  std::function<bool(ComparisonRun&, const RunContext& whole)> recount;
};

bool contains(const auto& list, const auto& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The methods asked for, each once; "all" stands for `all`. A method is METHOD[:PRESET][@SETTING=VALUE]...
/// Without a preset, the first one of the method is set. `row_of` returns the row of a method by name.
template <class RowOf>
std::vector<ComparisonMethod> chosen_methods(const std::vector<std::string>& asked,
                                             const std::vector<std::string>& all, const RowOf& row_of) {
  const auto take = [](std::string_view& rest, char end) {
    const std::size_t at = std::min(rest.find(end), rest.size());
    const std::string_view part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return part;
  };
  std::vector<ComparisonMethod> chosen;
  const auto add = [&](const std::string& text) {
    std::string_view rest = text;
    std::string_view head = take(rest, '@');
    const auto& row = row_of(take(head, ':'));
    const auto& presets = row.presets;
    const std::string preset(head.empty() && !presets.empty() ? presets.front() : head);
    if (!preset.empty() && !contains(presets, preset)) {
      throw InvalidArgument(
          "preset", preset, fmt::format("is not a preset of method {}", row.name),
          presets.empty() ? "it has none" : fmt::format("use {}", fmt::join(presets, ", ")));
    }
    ComparisonMethod method{text, std::string(row.name), {}, !row.uses_start};
    if (!preset.empty()) method.settings["preset"] = preset;
    while (!rest.empty()) {
      const std::string_view part = take(rest, '@');
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos) {
        throw InvalidArgument("method", text, fmt::format(": '{}' is not SETTING=VALUE", part));
      }
      method.settings[std::string(part.substr(0, equals))] = part.substr(equals + 1);
    }
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

/// Makes all runs missing in the journal, `run_limit` seconds each, and scores the comparison. Errors: as
/// compare_methods.
Comparison run_comparison(Comparison comparison, const ComparisonTask& task, const ComparisonOptions& options,
                          double run_limit);

}  // namespace detail
}  // namespace lode
