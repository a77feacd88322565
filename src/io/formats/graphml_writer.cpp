#include "io/formats/graphml_writer.hpp"

#include <boost/graph/graphml.hpp>
#include <boost/make_shared.hpp>
#include <boost/property_map/function_property_map.hpp>

#include <lode/core/text.hpp>
#include <lode/graph/boost.hpp>

#include "io/stream/sink_stream.hpp"

namespace lode::detail {
namespace {

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

}  // namespace

void write_graphml(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  const UndirectedView view(graph);
  boost::dynamic_properties properties;
  properties.property("label", boost::make_function_property_map<Vertex>(
                                   [&](Vertex v) { return printable_text(graph.name(v)); }));
  for (const VertexAttribute& attribute : options.attributes) {
    properties.property(attribute.name, boost::make_function_property_map<Vertex>(
                                            [&attribute](Vertex v) { return attribute.values[v]; }));
  }
  if (graph.weighted()) properties.insert("weight", boost::make_shared<ExactWeights>(graph));
  SinkStream out(sink);
  boost::write_graphml(out.stream(), view, get(boost::vertex_index, view), properties);
  out.finish();
}

}  // namespace lode::detail
