#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>

namespace lode {

/// Takes pieces of text in order.
using TextSink = std::function<void(std::string_view)>;

/// Writes a graph as an edge list that read_graph reads back: the lines of `comment`, each after "# ", a
/// comment with the numbers of vertices and edges, then one line "u v" or "u v weight" per edge with original
/// ids, every edge once, by increasing (u, v) with u before v in vertex order. Weights are the shortest
/// decimals that read back as the same double. An edge list cannot hold isolated vertices; each is written as
/// a self-loop, which readers drop but count as a vertex.
///
/// Cost:   O(n + m).
/// Errors: those of the sink.
void write_edge_list(const Graph& graph, std::string_view comment, const TextSink& sink);
/// The same to a file. Errors: those of OutputFile.
void write_edge_list(const Graph& graph, std::string_view comment, const std::string& path,
                     Overwrite overwrite);

}  // namespace lode
