#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <lode/core/types.hpp>

#include "densest/call.hpp"

namespace lode::tool {

/// The additional options of `densest --clique`.
struct CliqueArguments {
  Vertex size = 0;  ///< 0: not requested
  std::string curve_path;

  void add_options(CLI::App& command);
};

/// Runs the command with --clique.
void run_densest_cliques(const CliqueArguments& arguments, const DensestCall& call, Session& session);

}  // namespace lode::tool
