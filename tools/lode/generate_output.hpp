#pragma once

#include <functional>
#include <string>

#include <lode/graph/generators.hpp>

#include "shell/outputs.hpp"

namespace lode::tool {

/// The options that all kinds of graphs have.
struct GenerateArguments {
  std::string output, set_path;
  int threads = 0;
  bool as_drawn = false;
  Outputs out;
};

/// Generates a graph and writes it with its planted set, if that is asked for.
void write_generated(const GenerateArguments& arguments, Session& session,
                     const std::function<PlantedGraph(const RunContext&)>& make);
/// Writes R-MAT lines after a header "n m", without the list in memory.
void write_drawn_lines(const GenerateArguments& arguments, const RmatOptions& options, Session& session);

}  // namespace lode::tool
