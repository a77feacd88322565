#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <lode/core/types.hpp>
#include <lode/io/output_file.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// What `densest --clique` is asked beside what `densest` always is.
struct CliqueArguments {
  Vertex size = 0;  ///< 0: not asked
  std::string curve_path;
  std::string certificate_path;
};

void add_clique_options(CLI::App& command, CliqueArguments& arguments);

/// The options of every `densest`.
struct DensestCall {
  const GraphArgument& graph;
  int threads = 0;
  const std::string& set_path;
  const std::string& decomposition_path;
  const std::string& format;
  Overwrite overwrite = Overwrite::no;
};

/// The whole command with --clique.
/// Errors: InvalidArgument also for --decomposition, which is of edges.
void run_densest_cliques(const CliqueArguments& arguments, const DensestCall& call, Session& session);

}  // namespace lode::tool
