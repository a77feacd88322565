#include "io/formats/matrix_market_writer.hpp"

#include "io/text/text_pieces.hpp"

namespace lode::detail {

void write_matrix_market(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  const std::string_view field = !graph.weighted() ? "pattern" : graph.integral() ? "integer" : "real";
  out.put("%%MatrixMarket matrix coordinate ", field, " symmetric\n", comment_lines("% ", options.comment));
  out.put(graph.num_vertices(), ' ', graph.num_vertices(), ' ', graph.num_edges(), '\n');
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v > u) return;
      out.put(u + EdgeCount{1}, ' ', v + EdgeCount{1});
      if (graph.weighted()) out.put(' ', weight);
      out.put('\n');
    });
  }
  out.flush();
}

}  // namespace lode::detail
