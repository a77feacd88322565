#include "io/formats/graphviz_writer.hpp"

#include <boost/graph/graphviz.hpp>

#include <lode/core/text.hpp>
#include <lode/graph/boost.hpp>

#include "io/stream/sink_stream.hpp"

namespace lode::detail {
namespace {

/// A label as it stands, without the escapes of Graphviz.
std::string dot_string(std::string_view label) {
  std::string text = "\"";
  for (const char c : printable_text(label)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace

void write_graphviz(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  const UndirectedView view(graph);
  const auto vertex = [&](std::ostream& out, Vertex v) {
    out << " [label=" << dot_string(graph.name(v));
    for (const VertexAttribute& attribute : options.attributes) {
      out << ", " << attribute.name << '=' << attribute.values[v];
    }
    out << ']';
  };
  const auto edge = [&](std::ostream& out, const UndirectedEdge& e) {
    if (graph.weighted()) out << "[weight=\"" << format_exact(graph.weights()[e.arc]) << "\"]";
  };
  SinkStream out(sink);
  boost::write_graphviz(out.stream(), view, vertex, edge, boost::default_writer(),
                        get(boost::vertex_index, view));
  out.finish();
}

}  // namespace lode::detail
