#pragma once

#include <CLI/CLI.hpp>

#include "densest/call.hpp"
#include "shell/arguments/sides.hpp"

namespace lode::tool {

/// The additional options of `densest --sides`.
struct SidedDensestArguments {
  SidesArgument sides;
  const CLI::App* command = nullptr;

  void add_options(CLI::App& app) {
    command = &app;
    sides.add_option(app);
  }
};

/// Runs the command with --sides.
void run_densest_sides(const SidedDensestArguments& arguments, const DensestCall& call, Session& session);

}  // namespace lode::tool
