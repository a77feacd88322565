#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/report/find_report.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::tool {

/// What find may ask of its answers besides their size: --include, --exclude, --connected, --top,
/// --max-overlap.
struct Demands {
  std::string include;
  std::string exclude;
  bool connected = false;
  std::optional<int> top;
  std::optional<double> max_overlap;

  void add_options(CLI::App& command);

  /// Errors: InvalidArgument for --max-overlap without --top.
  void check() const;
  /// Adds vertices to include and exclude, and connectedness, to a problem over the whole graph.
  void apply(Problem& problem) const;
  /// Overlap of several answers, as given or half.
  double overlap() const { return max_overlap.value_or(0.5); }
};

/// Vertices by original id or label, separated by commas, or file:PATH with one a line.
/// Errors: InvalidArgument naming the option for what is no vertex, with the nearest id; those of
///         read_vertex_set.
std::vector<Vertex> parse_vertices(const std::string& option, const std::string& text, const Graph& graph);

}  // namespace lode::tool
