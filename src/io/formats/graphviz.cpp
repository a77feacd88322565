#include <lode/core/text.hpp>

#include "io/formats/format.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {
namespace {

/// "graph NAME {" or "digraph NAME {", perhaps after "strict"; NAME is optional.
bool is_graphviz(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    std::string_view line = take_line(head);
    if (line.empty() || line.starts_with("//")) continue;
    std::string_view word = take_word(line);
    if (word == "strict") word = take_word(line);
    return (word == "graph" || word == "digraph") && line.find('{') != std::string_view::npos;
  }
  return false;
}

/// A label without the escapes of Graphviz.
std::string dot_string(std::string_view label) {
  std::string text = "\"";
  for (const char c : printable_text(label)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

/// "graph G { 0 [label="a"]; ... 0--1 [weight="0.5"]; ... }". Vertices are 0, 1, ... and carry their original
/// name as label and the attributes. Control characters and bytes that are not UTF-8 become U+FFFD.
void write_graphviz(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  out.put("graph G {\n");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put(v, " [label=", dot_string(graph.name(v)));
    for (const VertexAttribute& attribute : options.attributes) {
      out.put(", ", attribute.name, '=', std::to_string(attribute.values[v]));
    }
    out.put("];\n");
  }
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v < u) return;
      out.put(u, "--", v, ' ');
      if (graph.weighted()) out.put("[weight=\"", weight, "\"]");
      out.put(";\n");
    });
  }
  out.put("}\n");
  out.flush();
}

}  // namespace

extern constinit const Format graphviz_format = {
    .name = "dot",
    .title = "Graphviz",
    .extensions = {".dot", ".gv"},
    .recognise = is_graphviz,
    .writer = {.write = write_graphviz, .names = HeldNames::printable, .attributes = true},
};

}  // namespace lode::detail
