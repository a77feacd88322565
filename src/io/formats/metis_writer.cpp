#include "io/formats/metis_writer.hpp"

#include "io/text/text_pieces.hpp"

namespace lode::detail {

void write_metis(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  out.put(comment_lines("% ", options.comment));
  out.put(graph.num_vertices(), ' ', graph.num_edges(), graph.weighted() ? " 001\n" : "\n");
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    std::string_view gap;
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      out.put(gap, v + EdgeCount{1});
      if (graph.weighted()) out.put(' ', static_cast<std::uint64_t>(weight));
      gap = " ";
    });
    out.put('\n');
  }
  out.flush();
}

}  // namespace lode::detail
