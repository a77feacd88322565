#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// The numbers that a file gives to vertices.
struct VertexValuesFile {
  std::vector<double> values;  ///< one per vertex, in the domain; 0 for vertices without a line
  std::uint64_t listed = 0;    ///< number of vertices with a line
};

/// Reads a number for each of some vertices. Lines are "id value" or "label value". Comments begin with '#',
/// and blank lines are skipped. A first line that names the columns, as "id score", is skipped too: its first
/// word is id, vertex, node, name or label. The file is plain or compressed; "-" is standard input.
///
/// Tabs separate the fields of a line; without tabs semicolons, without semicolons commas, else blanks.
/// Fields may stand in double quotes, and must if they hold a separator. The value is the last field. The
/// label is everything before it, so labels may hold blanks.
///
/// Cost:    O(lines log n); memory 8n bytes and n bits.
/// Errors:  InputError with line and column for an unknown or repeated vertex, for a line without a value,
///          for a value outside the domain (core/domain.hpp), and for a file without values.
VertexValuesFile read_vertex_values(const std::string& path, const Graph& graph);
/// The same for a path that is a string literal.
inline VertexValuesFile read_vertex_values(const char* path, const Graph& graph) {
  return read_vertex_values(std::string(path), graph);
}

/// The same from bytes in memory. Errors call the input "<memory>".
VertexValuesFile read_vertex_values(std::span<const char> bytes, const Graph& graph);
/// Vertices that belong together, with a name.
struct VertexGroup {
  std::string name;   ///< name of the group
  VertexSet members;  ///< its members
};

/// Reads which vertices belong to which group. Lines are "id group" or "label group", in the same form as
/// those of values. A vertex may stand in several groups, one line for each. Groups come in the order of the
/// file.
///
/// Cost:    O(lines log n).
/// Errors:  InputError with line and column as read_vertex_values, and for a vertex that a group lists twice.
std::vector<VertexGroup> read_vertex_groups(const std::string& path, const Graph& graph);

/// The groups as an attribute of vertices that is called "group". A vertex of several groups has all their
/// names, in the order of the groups, with ", " between them.
///
/// Cost:    O(n + members).
/// Errors:  InvalidArgument for a member that is not below `num_vertices`.
VertexTexts attribute_of_groups(std::span<const VertexGroup> groups, std::size_t num_vertices);

/// Not defined: it would be unclear whether the text is a path or a list of values. Pass a path as a
/// std::string, and bytes as a std::span.
VertexValuesFile read_vertex_values(std::string_view, const Graph&) = delete;

}  // namespace lode
#pragma GCC visibility pop
