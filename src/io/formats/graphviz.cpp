#include <nlohmann/json.hpp>

#include <lode/core/text.hpp>

#include "io/formats/formats.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

/// "graph NAME {" or "digraph NAME {", perhaps after "strict"; NAME is optional.
bool is_graphviz(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (line.empty() || line.starts_with("//")) continue;
    Words words(line);
    std::string_view word = words.next();
    if (word == "strict") word = words.next();
    return (word == "graph" || word == "digraph") && line.find('{') != std::string_view::npos;
  }
  return false;
}

/// "graph G { 0 [label="a"]; ... 0--1 [weight="0.5"]; ... }". Vertices are 0, 1, ... and carry their original
/// name as label, escaped as in JSON, and the attributes. Control characters and bytes that are not UTF-8
/// become U+FFFD.
void write_graphviz(const Graph& graph, const WriteOptions& options, TextPieces& out) {
  out.put("graph G {\n");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put(v, " [label=", nlohmann::json(printable_text(graph.name(v))).dump());
    for (const VertexAttribute& attribute : options.attributes) {
      out.put(", ", attribute.name, '=', std::to_string(attribute.values[v]));
    }
    out.put("];\n");
  }
  for_each_edge(graph, [&](Vertex u, Vertex v, Weight weight) {
    out.put(u, "--", v, ' ');
    if (graph.weighted()) out.put("[weight=\"", weight, "\"]");
    out.put(";\n");
  });
  out.put("}\n");
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
