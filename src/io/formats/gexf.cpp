#include <lode/core/text.hpp>
#include <lode/core/version.hpp>

#include "io/formats/format.hpp"
#include "io/formats/networks/forms.hpp"
#include "io/formats/networks/network_collector.hpp"
#include "io/text/head_lines.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {
namespace {

bool is_gexf(std::string_view head) { return xml_root(head) == "gexf"; }

void put_nodes(TextPieces& out, const Graph& graph, const std::vector<VertexAttribute>& attributes) {
  const bool valued = !graph.values().empty();
  if (!attributes.empty() || valued) {
    out.put("<attributes class=\"node\">\n");
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      out.put("<attribute id=\"", i, "\" title=\"", attributes[i].name, "\" type=\"long\"/>\n");
    }
    if (valued) {
      out.put("<attribute id=\"", attributes.size(), "\" title=\"", values_name, "\" type=\"double\"/>\n");
    }
    out.put("</attributes>\n");
  }
  out.put("<nodes>\n");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put("<node id=\"", v, "\" label=\"", escape_markup(printable_text(graph.name(v))), '"');
    if (attributes.empty() && !valued) {
      out.put("/>\n");
      continue;
    }
    out.put("><attvalues>");
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      out.put("<attvalue for=\"", i, "\" value=\"", std::to_string(attributes[i].values[v]), "\"/>");
    }
    if (valued) {
      out.put("<attvalue for=\"", attributes.size(), "\" value=\"", graph.values()[v], "\"/>");
    }
    out.put("</attvalues></node>\n");
  }
  out.put("</nodes>\n");
}

void put_edges(TextPieces& out, const Graph& graph) {
  out.put("<edges>\n");
  EdgeCount count = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v < u) return;
      out.put("<edge id=\"", count++, "\" source=\"", u, "\" target=\"", v);
      if (graph.weighted()) out.put("\" weight=\"", weight);
      out.put("\"/>\n");
    });
  }
  out.put("</edges>\n");
}

/// GEXF 1.3, for Gephi. Vertices are 0, 1, ... and carry their original name as label and the attributes;
/// edges of weighted graphs carry their weight. Control characters and bytes that are not UTF-8 become
/// U+FFFD.
void write_gexf(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  out.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
          "<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">\n", "<meta><creator>lode ",
          escape_markup(version()), "</creator></meta>\n<graph defaultedgetype=\"undirected\">\n");
  put_nodes(out, graph, options.attributes);
  put_edges(out, graph);
  out.put("</graph>\n</gexf>\n");
  out.flush();
}

}  // namespace

extern constinit const Format gexf_format = {
    .name = "gexf",
    .title = "GEXF",
    .extensions = {".gexf"},
    .often_export = true,
    .recognise = is_gexf,
    .read = [](CompressedInput& input, const ReadOptions& options, const RunContext& run,
               const ReadTrust&) { return read_network(gexf_form, input, options, run); },
    .read_arcs = [](CompressedInput& input, const ReadOptions& options, const RunContext& run,
                    const ReadTrust&) { return read_network_arcs(gexf_form, input, options, run); },
    .writer = {.write = write_gexf,
               .names = HeldNames::printable,
               .attributes = true,
               .holds_values = holds_all_values},
};

}  // namespace lode::detail
