#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <lode/core/types.hpp>

#include "densest/call.hpp"

namespace lode::tool {

/// What `densest --clique` is asked beside what `densest` always is.
struct CliqueArguments {
  Vertex size = 0;  ///< 0: not asked
  std::string curve_path;

  void add_options(CLI::App& command);
};

/// The whole command with --clique.
void run_densest_cliques(const CliqueArguments& arguments, const DensestCall& call, Session& session);

}  // namespace lode::tool
