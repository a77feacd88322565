#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

#include "shell/session.hpp"

namespace lode::tool {

/// The graph argument and how to read it, shared by most commands.
struct GraphArgument {
  std::string name;
  ReadOptions read;

  /// The graph and how to read it.
  void add_options(CLI::App& command);
  /// How to read it, for commands that take several graphs.
  void add_read_options(CLI::App& command);
  struct Loaded {
    Graph graph;
    InputReport report;
    std::string display_name;  ///< file name without folder, format and compression endings
    std::string sha256;        ///< of the file, if asked for and if it can be read twice
    double seconds = 0.0;
  };
  enum class Checksum { no, yes };
  /// Resolves the name and reads the graph, and beside that the file's checksum. Throws Interrupted after a
  /// signal.
  Loaded load(const Session& session, int threads, Checksum checksum = Checksum::no) const;
};

}  // namespace lode::tool
