#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include <lode/graph/generators.hpp>
#include <lode/subgraph/problem.hpp>

#include "shell/session.hpp"

namespace lode::tool {

struct GenerateArguments {
  std::string output;
  std::string set_path;
  std::uint64_t seed = 1;
  int threads = 0;
  bool force = false;
};

/// Makes a graph; a planted set goes into the second argument.
using Make = std::function<Graph(VertexSet&, const RunContext&)>;

/// Adds a kind of graph below `generate`, with --output, --seed, --threads and --force; its further options
/// follow under the heading "Question". `text` describes the graph, `example` is the end of a command line.
CLI::App& add_kind(CLI::App& command, Session& session, const std::string& name, const std::string& text,
                   const std::string& example, const std::shared_ptr<GenerateArguments>& arguments,
                   const Make& make);

/// Generates a graph and writes it with its planted set, if any.
void write_generated(const GenerateArguments& arguments, Session& session, const Make& make);

/// Writes R-MAT lines after a header "n m", without the list in memory.
void write_drawn_lines(const GenerateArguments& arguments, const RmatOptions& options, Session& session);

}  // namespace lode::tool
