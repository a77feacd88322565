#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/study/compare.hpp>

#include "shell/outputs.hpp"

namespace lode::tool {

/// Options common to the commands that compare methods: length of runs, journal, outputs.
struct CompareArguments {
  std::vector<std::string> methods;
  int starts = 3;
  double time_limit = 30.0;
  std::string resume, csv, json, html;
  Outputs out;

  /// --resume and the outputs.
  void add_outputs(CLI::App& command);

  /// Refuses existing outputs, outputs that are inputs, and a --resume file that is standard output, an
  /// output or an input. Errors: InvalidArgument.
  void check_outputs(Session& session) const;
  /// Runs the comparison with options completed by these arguments, shows progress, and writes the outputs.
  void run(ComparisonOptions options, Session& session,
           const std::function<Comparison(const ComparisonOptions&)>& compare) const;
};

}  // namespace lode::tool
