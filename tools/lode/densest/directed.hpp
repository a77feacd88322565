#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// Options of densest for directed graphs.
struct DirectedArguments {
  bool directed = false;
  bool drop_loops = false;
  double time = std::numeric_limits<double>::infinity();
  std::string certificate_path;

  void add_options(CLI::App& command);
  /// Errors: InvalidArgument for an option that goes with --directed alone.
  void require_directed() const;
};

/// What densest --directed does beside its own options.
struct DirectedOutput {
  std::string set_path;
  bool json = false;
  Overwrite overwrite = Overwrite::no;
  int threads = 0;
};

void run_directed(const GraphArgument& graph, const DirectedArguments& arguments,
                  const DirectedOutput& output, Session& session);

}  // namespace lode::tool
