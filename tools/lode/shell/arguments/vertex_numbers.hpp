#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

#include "shell/arguments/graph.hpp"

namespace lode::tool {

/// An option that gives every vertex a number, such as --values FILE|COLUMN: what the graph's own file calls
/// so (ReadOptions::vertex_numbers), or else a file with lines "id value" (read_vertex_values). A command may
/// have several of them.
class VertexNumbersArgument {
 public:
  /// `flag` with its dashes; `meaning` is what the numbers are, as the help text has it.
  void add_option(CLI::App& command, const std::string& flag, const std::string& meaning);

  bool given() const { return !source_.empty(); }
  const std::string& flag() const { return flag_; }
  /// What the option names, to be checked against outputs.
  const std::string& source() const { return source_; }
  /// Asks for the numbers when the graph is read: call it before that.
  void ask(ReadOptions& options) const;
  /// One number per vertex, or none if the option is not given. The input report says where they are from.
  /// Errors: InvalidArgument for what is neither in the graph's file nor a file; those of read_vertex_values.
  std::vector<double> read(GraphArgument::Loaded& loaded) const;

 private:
  std::string flag_;
  std::string source_;
};

}  // namespace lode::tool
