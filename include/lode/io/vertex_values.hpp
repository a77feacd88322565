#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// The numbers that a file gives to vertices.
struct VertexValuesFile {
  std::vector<double> values;  ///< one per vertex, finite; 0 for vertices without a line
  std::uint64_t listed = 0;    ///< vertices with a line
};

/// Reads a number for each of some vertices: lines "id value" or "label value", separated by blanks or one
/// comma; comments begin with '#', blank lines are skipped. Plain, gzip or zstd; "-" is standard input. The
/// value is the last field of the line and the label all before it, so that labels may hold blanks; labels
/// that begin with '#' or a blank, or end in a comma or a blank, need double quotes around them.
///
/// Cost:   O(lines log n); memory 8n bytes and n bits.
/// Errors: InputError with line and column for an unknown or repeated vertex, a line without a value, a value
///         that is not a finite number, and a file without values.
VertexValuesFile read_vertex_values(const std::string& path, const Graph& graph);
inline VertexValuesFile read_vertex_values(const char* path, const Graph& graph) {
  return read_vertex_values(std::string(path), graph);
}

/// The same from bytes in memory, which errors call "<memory>".
VertexValuesFile read_vertex_values(std::span<const char> bytes, const Graph& graph);
/// Vertices that belong together, by a name.
struct VertexGroup {
  std::string name;
  VertexSet members;
};

/// Reads which vertices belong to which group: lines "id group" or "label group", in the same form as those
/// of values. A vertex may stand in several groups, one line for each. Groups come in the order of the file.
///
/// Cost:   O(lines log n).
/// Errors: InputError with line and column as of values; for a vertex that a group lists twice.
std::vector<VertexGroup> read_vertex_groups(const std::string& path, const Graph& graph);

/// A path is a std::string, a text a std::span.
VertexValuesFile read_vertex_values(std::string_view, const Graph&) = delete;

}  // namespace lode
#pragma GCC visibility pop
