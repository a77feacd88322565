#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include <lode/core/types.hpp>

#include "densest/call.hpp"
#include "shell/arguments/vertex_numbers.hpp"

namespace lode::tool {

/// The options of `densest` with weights of edges.
struct PlainArguments {
  VertexNumbersArgument values;
  VertexNumbersArgument costs;
  std::string anchors;
  std::string weighting = "given";
  std::string include;
  std::string exclude;
  std::optional<Vertex> at_least;
  std::optional<Vertex> at_most;
  std::string decomposition_path;
  std::string layers_path;

  void add_options(CLI::App& command);
  /// The first of these options on the command line, or empty.
  std::string given() const;
};

/// Runs the command without --clique and --directed.
void run_densest_plain(const PlainArguments& arguments, const DensestCall& call, Session& session);

}  // namespace lode::tool
