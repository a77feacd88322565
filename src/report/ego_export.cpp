#include <sstream>

#include <boost/graph/graphml.hpp>
#include <boost/make_shared.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/graph/boost.hpp>
#include <lode/report/ego_export.hpp>
#include <lode/report/format.hpp>

namespace lode {
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

std::string render_graphml(const EgoNetwork& network) {
  const UndirectedView view(network.graph);
  boost::dynamic_properties properties;
  properties.property("label", boost::make_function_property_map<Vertex>(
                                   [&](Vertex v) { return printable_text(network.graph.name(v)); }));
  properties.property("member", boost::make_function_property_map<Vertex>(
                                    [&](Vertex v) { return static_cast<int>(network.member[v]); }));
  if (network.graph.weighted()) {
    properties.insert("weight", boost::make_shared<ExactWeights>(network.graph));
  }
  std::ostringstream out;
  boost::write_graphml(out, view, get(boost::vertex_index, view), properties);
  return std::move(out).str();
}

std::string render_gexf(const EgoNetwork& network) {
  const Graph& graph = network.graph;
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">\n"
      "<meta><creator>lode {}</creator></meta>\n<graph defaultedgetype=\"undirected\">\n"
      "<attributes class=\"node\"><attribute id=\"0\" title=\"member\" "
      "type=\"integer\"/></attributes>\n<nodes>\n",
      escape_markup(version()));
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    text += fmt::format(
        "<node id=\"{}\" label=\"{}\"><attvalues><attvalue for=\"0\" value=\"{}\"/></attvalues></node>\n", v,
        escape_markup(printable_text(graph.name(v))), static_cast<int>(network.member[v]));
  }
  text += "</nodes>\n<edges>\n";
  EdgeCount count = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v) return;
      text += fmt::format("<edge id=\"{}\" source=\"{}\" target=\"{}\"", count++, v, u);
      if (graph.weighted()) text += " weight=\"" + format_exact(w) + '"';
      text += "/>\n";
    });
  }
  return text + "</edges>\n</graph>\n</gexf>\n";
}

}  // namespace lode
