#pragma once

#include <CLI/CLI.hpp>

#include "densest/call.hpp"

namespace lode::tool {

/// What `densest --directed` is asked beside what `densest` always is.
struct DirectedArguments {
  bool directed = false;
  bool drop_loops = false;

  void add_options(CLI::App& command);
};

/// The whole command with --directed.
void run_densest_directed(const DirectedArguments& arguments, const DensestCall& call, Session& session);

}  // namespace lode::tool
