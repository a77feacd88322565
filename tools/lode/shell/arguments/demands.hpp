#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

namespace lode::tool {

/// Demands of `find` on its answers, apart from sizes: --start, --include, --exclude, --connected,
/// --minimise, --top, --max-overlap.
struct Demands {
  std::string start;
  std::string include;
  std::string exclude;
  bool connected = false;
  bool minimise = false;
  std::optional<int> top;
  std::optional<double> max_overlap;

  void add_options(CLI::App& command);

  /// Errors: InvalidArgument for --max-overlap without --top.
  void check() const;
  /// Adds all of them to a request for a graph.
  void apply(const Graph& graph, FindRequest& request) const;
};

/// PATH in file:PATH; empty for other words.
std::string named_file(std::string_view word);

/// Vertices by original id or label, separated by commas, or file:PATH with one per line. Errors:
/// InvalidArgument naming the option for an unknown vertex, with the nearest id; the errors of
/// read_vertex_set.
std::vector<Vertex> parse_vertices(const std::string& option, const std::string& text, const Graph& graph);

}  // namespace lode::tool
