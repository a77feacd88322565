#include "io/formats/dimacs_writer.hpp"

#include "io/text/text_pieces.hpp"

namespace lode::detail {

void write_dimacs(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  out.put(comment_lines("c ", options.comment));
  out.put("p edge ", graph.num_vertices(), ' ', graph.num_edges(), '\n');
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (v < u) out.put("e ", u + EdgeCount{1}, ' ', v + EdgeCount{1}, '\n');
    }
  }
  out.flush();
}

}  // namespace lode::detail
