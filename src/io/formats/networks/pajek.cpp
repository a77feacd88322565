#include <lode/core/text.hpp>

#include "io/formats/format.hpp"
#include "io/formats/networks/pajek_reader.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {
namespace {

std::string pajek_string(std::string_view label) {
  std::string text = "\"";
  for (const char c : printable_text(label)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

/// The comment in lines "% ...", "*Vertices n", a line "v "name"" for each vertex, numbered from 1, "*Edges",
/// and lines "u v" or "u v weight". A quote or backslash in a name has a backslash before it; control
/// characters and bytes that are not UTF-8 become U+FFFD.
void write_pajek(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  out.put(comment_lines("% ", options.comment), "*Vertices ", graph.num_vertices(), '\n');
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put(v + EdgeCount{1}, ' ', pajek_string(graph.name(v)), '\n');
  }
  out.put("*Edges\n");
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v < u) return;
      out.put(u + EdgeCount{1}, ' ', v + EdgeCount{1});
      if (graph.weighted()) out.put(' ', weight);
      out.put('\n');
    });
  }
  out.flush();
}

}  // namespace

extern constinit const Format pajek_format = {
    .name = "pajek",
    .title = "Pajek",
    .extensions = {".net"},
    .doubtful_extension = ".net",
    .recognise = is_pajek,
    .read = read_pajek,
    .read_arcs = read_pajek_arcs,
    .writer = {.write = write_pajek, .names = HeldNames::printable},
};

}  // namespace lode::detail
