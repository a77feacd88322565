#include <boost/graph/graphml.hpp>
#include <boost/make_shared.hpp>
#include <boost/property_map/function_property_map.hpp>

#include <lode/core/text.hpp>
#include <lode/graph/boost.hpp>

#include "io/formats/format.hpp"
#include "io/formats/networks/forms.hpp"
#include "io/formats/networks/network_collector.hpp"
#include "io/stream/sink_stream.hpp"
#include "io/text/head_lines.hpp"

namespace lode::detail {
namespace {

bool is_graphml(std::string_view head) { return xml_root(head) == "graphml"; }

/// Edge weights in full; Boost's own adaptor would write six digits.
class ExactWeights final : public boost::dynamic_property_map {
 public:
  explicit ExactWeights(Graph graph) : graph_(std::move(graph)) {}
  boost::any get(const boost::any& key) override { return weight(key); }
  std::string get_string(const boost::any& key) override { return format_exact(weight(key)); }
  void put(const boost::any&, const boost::any&) override {}
  const std::type_info& key() const override { return typeid(UndirectedEdge); }
  const std::type_info& value() const override { return typeid(double); }

 private:
  double weight(const boost::any& key) const {
    return graph_.weights()[boost::any_cast<const UndirectedEdge&>(key).arc];
  }
  Graph graph_;
};

/// The same of the values of vertices.
class ExactValues final : public boost::dynamic_property_map {
 public:
  explicit ExactValues(Graph graph) : graph_(std::move(graph)) {}
  boost::any get(const boost::any& key) override { return number(key); }
  std::string get_string(const boost::any& key) override { return format_exact(number(key)); }
  void put(const boost::any&, const boost::any&) override {}
  const std::type_info& key() const override { return typeid(Vertex); }
  const std::type_info& value() const override { return typeid(double); }

 private:
  double number(const boost::any& key) const { return graph_.values()[boost::any_cast<const Vertex&>(key)]; }
  Graph graph_;
};

/// GraphML, written by Boost.Graph. Vertices are n0, n1, ... and carry their original name as `label` and
/// the attributes; values are the key `value`, and edges of weighted graphs carry `weight`. Control
/// characters and bytes that are not UTF-8 become U+FFFD.
void write_graphml(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  const UndirectedView view(graph);
  boost::dynamic_properties properties;
  properties.property("label", boost::make_function_property_map<Vertex>(
                                   [&](Vertex v) { return printable_text(graph.name(v)); }));
  for (const VertexAttribute& attribute : options.attributes) {
    properties.property(attribute.name, boost::make_function_property_map<Vertex>(
                                            [&attribute](Vertex v) { return attribute.values[v]; }));
  }
  if (!graph.values().empty()) {
    properties.insert(std::string(values_name), boost::make_shared<ExactValues>(graph));
  }
  if (graph.weighted()) properties.insert("weight", boost::make_shared<ExactWeights>(graph));
  SinkStream out(sink);
  boost::write_graphml(out.stream(), view, get(boost::vertex_index, view), properties);
  out.finish();
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
