#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// A second graph, and what becomes of both: --minus, --union, --intersect.
struct GraphArithmetic {
  std::string minus;
  std::string united;
  std::string intersected;

  void add_options(CLI::App& command);
  bool given() const { return !source().empty(); }
  /// The second graph as it was named; empty: none.
  const std::string& source() const;
  /// The paths of both graphs, or of the first alone.
  std::vector<std::string> input_paths(const std::string& first) const;
  /// Reads the second graph as the first one was, and puts the result in its place.
  void apply(const GraphArgument& read, GraphArgument::Loaded& loaded, Session& session, int threads) const;
};

}  // namespace lode::tool
