#include <lode/core/text.hpp>

#include "io/formats/format.hpp"
#include "io/formats/networks/network.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {
namespace {

bool is_graphml(std::string_view head) { return xml_root(head) == "graphml"; }

std::string xml_text(std::string_view label) {
  std::string text;
  for (const char c : printable_text(label)) {
    if (c == '<') {
      text += "&lt;";
    } else if (c == '>') {
      text += "&gt;";
    } else if (c == '&') {
      text += "&amp;";
    } else {
      text += c;
    }
  }
  return text;
}

/// Vertices are n0, n1, ... and carry their original name as `label` and the attributes; values are the key
/// `value`, and edges of weighted graphs carry `weight`. Control characters and bytes that are not UTF-8
/// become U+FFFD.
void write_graphml(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  out.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
          "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" ",
          "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" ",
          "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns ",
          "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n");
  std::size_t keys = 0;
  const auto key = [&](std::string_view owner, std::string_view name, std::string_view type) {
    out.put("  <key id=\"key", keys, "\" for=\"", owner, "\" attr.name=\"", name, "\" attr.type=\"", type,
            "\" />\n");
    return keys++;
  };
  const auto data = [&](std::size_t number, const auto& value) {
    out.put("      <data key=\"key", number, "\">", value, "</data>\n");
  };
  const std::size_t label = key("node", "label", "string");
  for (const VertexAttribute& attribute : options.attributes) key("node", attribute.name, "long");
  const bool has_values = !graph.values().empty();
  const std::size_t values = has_values ? key("node", values_name, "double") : 0;
  const std::size_t weights = graph.weighted() ? key("edge", "weight", "double") : 0;
  out.put("  <graph id=\"G\" edgedefault=\"undirected\" parse.nodeids=\"free\" parse.edgeids=\"canonical\" ",
          "parse.order=\"nodesfirst\">\n");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put("    <node id=\"n", v, "\">\n");
    data(label, xml_text(graph.name(v)));
    for (std::size_t i = 0; i < options.attributes.size(); ++i) {
      data(label + 1 + i, std::to_string(options.attributes[i].values[v]));
    }
    if (has_values) data(values, graph.values()[v]);
    out.put("    </node>\n");
  }
  EdgeCount edge = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v < u) return;
      out.put("    <edge id=\"e", edge++, "\" source=\"n", u, "\" target=\"n", v, "\">\n");
      if (graph.weighted()) data(weights, weight);
      out.put("    </edge>\n");
    });
  }
  out.put("  </graph>\n</graphml>\n");
  out.flush();
}

}  // namespace

extern constinit const Format graphml_format = {
    .name = "graphml",
    .title = "GraphML",
    .extensions = {".graphml"},
    .often_export = true,
    .recognise = is_graphml,
    .read = [](CompressedInput& input, const ReadOptions& options, const RunContext& run,
               const ReadTrust&) { return read_network(graphml_form, input, options, run); },
    .read_arcs = [](CompressedInput& input, const ReadOptions& options, const RunContext& run,
                    const ReadTrust&) { return read_network_arcs(graphml_form, input, options, run); },
    .writer = {.write = write_graphml,
               .names = HeldNames::printable,
               .attributes = true,
               .holds_values = holds_all_values},
};

}  // namespace lode::detail
