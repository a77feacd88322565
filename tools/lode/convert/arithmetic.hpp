#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// Arithmetic with a second graph: --minus, --union, --intersect.
struct GraphArithmetic {
  std::string minus;
  std::string united;
  std::string intersected;

  void add_options(CLI::App& command);
  bool given() const { return !source().empty(); }
  /// The second graph as named on the command line, or empty.
  const std::string& source() const;
  /// Reads the second graph with the options of the first, and replaces the first by the result.
  void apply(const GraphArgument& read, GraphArgument::Loaded& loaded, Session& session, int threads) const;
};

}  // namespace lode::tool
