#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/io/output_file.hpp>

#include "shell/arguments/demands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/method_settings.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/vertex_numbers.hpp"
#include "shell/questions.hpp"
#include "shell/session.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {

/// The arguments of `lode find`.
struct FindArguments {
  GraphArgument graph;
  RunArguments run;
  MethodArguments method;
  std::string sizes;
  QuestionArguments questions;
  std::string effort = "auto";
  std::string certificate_path;
  Demands demands;
  VertexNumbersArgument values;
  double time_limit = std::numeric_limits<double>::infinity();
  double target = std::numeric_limits<double>::infinity();
  std::string set_path;
  std::string induced_path;
  std::string format = "text";
  std::optional<std::uint64_t> memory;
  bool force = false;

  Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }
  /// The input files.
  std::vector<std::string> inputs() const {
    std::vector<std::string> files = questions.files(QuestionOption::Kind::input_file);
    files.insert(files.end(), graph.names.begin(), graph.names.end());
    files.insert(files.end(), {values.source(), named_file(demands.include), named_file(demands.exclude),
                               named_file(demands.start)});
    return files;
  }
  GraphArgument& graph_argument() { return graph; }
  std::string& print_format() { return format; }
  /// The files of sets and certificates, each with its option.
  std::vector<NamedOutput> outputs() {
    return {{"-o", &set_path}, {"--induced", &induced_path}, {"--certificate", &certificate_path}};
  }

  void add_options(CLI::App& command);
  /// Checks before any input is read. `answers`: number of answers about largest sets; 0: sizes are asked
  /// for. Errors: InvalidArgument; the errors of Session::check_outputs.
  void check(std::size_t answers, Session& session) const;
};

}  // namespace lode::tool
