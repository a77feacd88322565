#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/io/read_graph.hpp>
#include <lode/study/sides.hpp>

#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// --sides: the graph has two sides.
struct SidesArgument {
  std::string source;  ///< "columns", or a file of left vertices; empty: not given

  void add_option(CLI::App& command);
  bool given() const { return !source.empty(); }
  /// The file, for checks of outputs; empty for columns.
  std::string file() const { return source == "columns" ? "" : source; }

  struct Loaded {
    SidedGraph sides;
    InputReport report;
    std::string display_name;
    double seconds = 0.0;
  };
  /// Reads the graph and its sides. Errors: InvalidArgument for --weighted; the errors of read_arcs, or of
  /// read_graph and read_sides.
  Loaded load(const GraphArgument& graph, const Session& session, int threads) const;

  /// Refuses every given option of the command that is not in `allowed`, except options for reading the
  /// graph. Errors: InvalidArgument naming the option.
  void refuse_others(const CLI::App& command, std::initializer_list<std::string_view> allowed) const;
};

/// "5x7", "5x7,3x3", "1:18x1:14": left and right sizes; ranges give all pairs, each once. Errors:
/// InvalidArgument naming the option for anything else, and for sizes that a side does not have.
std::vector<SideSizes> parse_side_sizes(const std::string& option, const std::string& text,
                                        const SidedGraph& sides);

}  // namespace lode::tool
