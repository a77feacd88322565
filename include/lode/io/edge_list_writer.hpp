#pragma once

#include <span>
#include <string>
#include <string_view>

#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/text_sink.hpp>

namespace lode {

struct EdgeListStyle {
  std::string_view comment = {};  ///< lines for the head of the file, each after "# "
  char separator = ' ';           ///< a blank, a tab or a comma; a list with commas has no comments
};

/// Writes a graph as an edge list that read_graph reads back: the comment, a comment with the numbers of
/// vertices and edges, then one line "u v" or "u v weight" per edge with original ids, every edge once, by
/// increasing (u, v) with u before v in vertex order. Weights are the shortest decimals that read back as the
/// same double. An edge list cannot hold isolated vertices; each is written as a self-loop, which readers
/// drop but count as a vertex. Where the first edge could be taken for a header "n m", a header comes first.
///
/// Cost:   O(n + m).
/// Errors: InvalidArgument for what an edge list cannot hold: a graph without vertices, and labels that are
///         empty or have control characters; those of the sink.
void write_edge_list(const Graph& graph, const EdgeListStyle& style, const TextSink& sink);
/// The same to a file. Errors: those of OutputFile, too.
void write_edge_list(const Graph& graph, const EdgeListStyle& style, const std::string& path,
                     Overwrite overwrite);

/// Writes one line "u v" per element, in order, without a head: for lists longer than memory, block by block.
/// Cost: O(number of lines), formatted on the threads of the surrounding arena.
void write_edge_lines(std::span<const Edge> lines, const TextSink& sink);

}  // namespace lode
