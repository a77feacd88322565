#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A set of vertices as a file holds it.
struct VertexSetFile {
  std::vector<Vertex> vertices;    ///< in the order of the file
  std::optional<EdgeCount> edges;  ///< of the comment "# edges N"
};

/// Reads a set of vertices: one original id or label per line; comments begin with '#', blank lines are
/// skipped; the comment "# edges N" states the number of edges inside. Plain, gzip or zstd; "-" is standard
/// input. A label is the whole line without the blanks around it, so labels that begin with '#' or with
/// blanks need double quotes around them.
///
/// Cost:   O(lines log n); memory n bits.
/// Errors: InputError with line and column for an unknown or repeated vertex, more than one id on a line, a
///         bad "# edges" comment, or a file without vertices.
VertexSetFile read_vertex_set(const std::string& path, const Graph& graph);
inline VertexSetFile read_vertex_set(const char* path, const Graph& graph) {
  return read_vertex_set(std::string(path), graph);
}

/// The same from bytes in memory, which errors call "<memory>".
VertexSetFile read_vertex_set(std::span<const char> bytes, const Graph& graph);
/// A path is a std::string, a text a std::span.
VertexSetFile read_vertex_set(std::string_view, const Graph&) = delete;

/// Writes the original ids or labels of `set`, one per line, below the comment "# edges N".
/// Errors: those of OutputFile; InvalidArgument for a vertex that does not exist.
void write_vertex_set(const Graph& graph, std::span<const Vertex> set, EdgeCount edges,
                      const std::string& path, Overwrite overwrite);

}  // namespace lode
#pragma GCC visibility pop
