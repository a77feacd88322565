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
};

/// Runs the command for sets with weights of edges.
void run_densest_plain(const PlainArguments& arguments, const DensestCall& call, Session& session);

}  // namespace lode::tool
