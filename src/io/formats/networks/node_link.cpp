#include <algorithm>

#include <lode/core/text.hpp>

#include "io/formats/format.hpp"
#include "io/formats/networks/network.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {
namespace {

/// "\"nodes\" : [", or one of the lists of edges.
bool has_list(std::string_view head, std::string_view key) {
  constexpr std::string_view blanks = " \t\r\n";
  for (std::size_t at = head.find(key); at != std::string_view::npos; at = head.find(key, at + key.size())) {
    std::size_t next = head.find_first_not_of(blanks, at + key.size());
    if (next == std::string_view::npos || head[next] != ':') continue;
    next = head.find_first_not_of(blanks, next + 1);
    if (next == std::string_view::npos || head[next] == '[') return true;
  }
  return false;
}

bool is_node_link(std::string_view head) {
  constexpr std::string_view blanks = " \t\r\n";
  head = without_byte_order_mark(head);
  head.remove_prefix(std::min(head.find_first_not_of(blanks), head.size()));
  if (!head.starts_with('{')) return false;
  const std::size_t next = head.find_first_not_of(blanks, 1);
  if (next == std::string_view::npos || head[next] != '"') return false;
  return has_list(head, "\"nodes\"") || has_list(head, "\"links\"") || has_list(head, "\"edges\"");
}

std::string json_string(std::string_view label) {
  std::string text = "\"";
  for (const char c : printable_text(label)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

/// The id of a vertex: its original id, or its label.
void put_name(TextPieces& out, const Graph& graph, Vertex v) {
  if (graph.names().kind() == VertexNames::Kind::labels) {
    out.put(json_string(graph.names().label(v)));
  } else {
    out.put(graph.names().id(v));
  }
}

/// Node-link JSON as networkx reads it: {"directed": false, "multigraph": false, "graph": {}, "nodes":
/// [{"id": 3},
/// ...], "links": [{"source": 3, "target": 4, "weight": 0.5}, ...]}, a node or an edge per line. The id of a
/// vertex is its original id or its label; control characters and bytes that are not UTF-8 become U+FFFD.
void write_node_link(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  out.put("{\"directed\": false, \"multigraph\": false, \"graph\": {},\n\"nodes\": [");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put(v == 0 ? "\n" : ",\n", "{\"id\": ");
    put_name(out, graph, v);
    if (!graph.values().empty()) out.put(", \"", values_name, "\": ", graph.values()[v]);
    for (const VertexAttribute& attribute : options.attributes) {
      out.put(", \"", attribute.name, "\": ", std::to_string(attribute.values[v]));
    }
    out.put('}');
  }
  out.put("\n],\n\"links\": [");
  bool first = true;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v < u) return;
      out.put(first ? "\n" : ",\n", "{\"source\": ");
      first = false;
      put_name(out, graph, u);
      out.put(", \"target\": ");
      put_name(out, graph, v);
      if (graph.weighted()) out.put(", \"weight\": ", weight);
      out.put('}');
    });
  }
  out.put("\n]}\n");
  out.flush();
}

}  // namespace

extern constinit const Format node_link_format = {
    .name = "json",
    .title = "JSON",
    .extensions = {".json"},
    .doubtful_extension = ".json",
    .often_export = true,
    .recognise = is_node_link,
    .read = [](CompressedInput& input, const ReadOptions& options, const RunContext& run,
               const ReadTrust&) { return read_network(node_link_form, input, options, run); },
    .read_arcs = [](CompressedInput& input, const ReadOptions& options, const RunContext& run,
                    const ReadTrust&) { return read_network_arcs(node_link_form, input, options, run); },
    .writer = {.write = write_node_link,
               .names = HeldNames::printable,
               .attributes = true,
               .names_attribute = "name",
               .labels_are_ids = true,
               .holds_values = holds_all_values},
};

}  // namespace lode::detail
