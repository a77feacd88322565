#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>

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

/// Writes the original ids or labels of `set`, one per line, below the comment "# edges N".
/// Errors: those of OutputFile; InvalidArgument for a vertex that does not exist.
void write_vertex_set(const Graph& graph, std::span<const Vertex> set, EdgeCount edges,
                      const std::string& path, Overwrite overwrite);

}  // namespace lode
