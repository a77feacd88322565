#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "core_run.hpp"
#include "shell/graph_argument.hpp"

namespace lode::cluster {

/// Options of the commands that cut a core.
struct CoreArguments {
  tool::GraphArgument graph;  ///< how the files are read
  CoreRequest request;
  std::string format = "text";

  void add_options(CLI::App& command);
  /// What is asked for, with what can be refused before anything is read refused.
  /// Errors: InvalidArgument.
  CoreRequest checked() const;
};

}  // namespace lode::cluster
