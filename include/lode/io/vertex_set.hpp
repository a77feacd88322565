#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A set of vertices as a file holds it.
struct VertexSetFile {
  std::vector<Vertex> vertices;    ///< the vertices, in the order of the file
  std::optional<EdgeCount> edges;  ///< the number of the comment "# edges N", if there is one
};

/// Reads a set of vertices from a file, plain or compressed, or from standard input for "-": one original id
/// or label per line. Comments begin with '#', and blank lines are skipped. The comment "# edges N" states
/// the number of edges inside the set. A label that begins with '#' or with a blank needs double quotes.
///
/// Cost:    O(lines log n); memory n bits.
/// Errors:  InputError with line and column for an unknown or repeated vertex, for more than one id on a
///          line, for a bad "# edges" comment, and for a file without vertices.
VertexSetFile read_vertex_set(const std::string& path, const Graph& graph);
/// An overload for a literal path.
inline VertexSetFile read_vertex_set(const char* path, const Graph& graph) {
  return read_vertex_set(std::string(path), graph);
}
/// Reads bytes in memory, which errors call "<memory>".
VertexSetFile read_vertex_set(std::span<const char> bytes, const Graph& graph);
/// A path is a std::string, bytes are a std::span.
VertexSetFile read_vertex_set(std::string_view, const Graph&) = delete;

/// The original ids or labels of `set`, one per line, below the comment "# edges N".
///
/// Errors:  InvalidArgument for a vertex that does not exist.
std::string vertex_set_text(const Graph& graph, std::span<const Vertex> set, EdgeCount edges);
/// Writes the original ids or labels of `set`, one per line, below the comment "# edges N".
///
/// Errors:  as OutputFile. InvalidArgument for a vertex that does not exist.
void write_vertex_set(const Graph& graph, std::span<const Vertex> set, EdgeCount edges,
                      const std::string& path, Overwrite overwrite);

/// The graph with the left vertices that a file names (sides_of, read_vertex_set).
///
/// Errors:  InputError with the file, and with the line of a vertex that does not exist or is repeated.
SidedGraph read_sides(const Graph& graph, const std::string& path);

}  // namespace lode
#pragma GCC visibility pop
