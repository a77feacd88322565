#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

#include "shell/arguments/graph.hpp"

namespace lode::tool {

/// An option that gives every vertex a number, such as --values FILE|COLUMN: an attribute in the graph's file
/// (ReadOptions::vertex_numbers), or else a file with lines "id value" (read_vertex_values). A command may
/// have several such options.
class VertexNumbersArgument {
 public:
  /// `flag` includes its dashes; `meaning` is the meaning of the numbers in the help text.
  void add_option(CLI::App& command, const std::string& flag, const std::string& meaning);

  bool given() const { return !source_.empty(); }
  const std::string& flag() const { return flag_; }
  /// The argument of the option, for checks of outputs.
  const std::string& source() const { return source_; }
  /// Requests the numbers from the graph reader; call it before the graph is read.
  void ask(ReadOptions& options) const;
  /// One number per vertex, or an empty list without the option. The input report names their source. Errors:
  /// InvalidArgument if neither the graph's file nor a file has them; the errors of read_vertex_values.
  std::vector<double> read(GraphArgument::Loaded& loaded) const;

 private:
  std::string flag_;
  std::string source_;
};

}  // namespace lode::tool
