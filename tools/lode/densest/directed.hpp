#pragma once

#include <CLI/CLI.hpp>

#include "densest/call.hpp"

namespace lode::tool {

/// The additional options of `densest --directed`.
struct DirectedArguments {
  bool directed = false;
  bool drop_loops = false;

  void add_options(CLI::App& command);
};

/// Runs the command with --directed.
void run_densest_directed(const DirectedArguments& arguments, const DensestCall& call, Session& session);

}  // namespace lode::tool
