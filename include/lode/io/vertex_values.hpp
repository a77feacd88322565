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

/// Reads a number for each of some vertices from a file, plain or compressed, or from standard input for "-".
/// Lines are "id value" or "label value"; separators and quotes are as in an edge list. Comments begin
/// with '#'. A first line that names the columns, as "id score", is skipped.
///
/// Cost:    O(lines log n); memory 8n bytes and n bits.
/// Errors:  InputError with line and column for an unknown or repeated vertex, for a line without a value,
///          for a value outside the domain (core/domain.hpp), and for a file without values.
VertexValuesFile read_vertex_values(const std::string& path, const Graph& graph);
/// An overload for a literal path.
inline VertexValuesFile read_vertex_values(const char* path, const Graph& graph) {
  return read_vertex_values(std::string(path), graph);
}
/// Reads bytes in memory, which errors call "<memory>".
VertexValuesFile read_vertex_values(std::span<const char> bytes, const Graph& graph);
/// A path is a std::string, bytes are a std::span.
VertexValuesFile read_vertex_values(std::string_view, const Graph&) = delete;

/// Vertices that belong together, with a name.
struct VertexGroup {
  std::string name;   ///< name of the group
  VertexSet members;  ///< its members
};

/// Reads groups of vertices, in the order of the file. Lines are "id group" or "label group", in the form of
/// a file of values. A vertex may be in several groups, one line for each.
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

}  // namespace lode
#pragma GCC visibility pop
