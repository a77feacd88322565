#include <sstream>

#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/samples.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++found;
  return found;
}

Graph labelled(const std::vector<std::string>& labels, const std::vector<WeightedEdge>& edges) {
  const Graph graph =
      Graph::from_edges(std::span<const WeightedEdge>(edges), static_cast<Vertex>(labels.size()));
  return Graph::from_csr(graph.csr(), VertexNames::from_labels(labels));
}

}  // namespace

TEST_CASE("exports hold every vertex, edge, name, membership and exact weight") {
  const Graph graph =
      labelled({"ann", "bob", "eve", "joe"}, {{0, 1, 0.1}, {0, 2, 1.0 / 3.0}, {1, 2, 7.0}, {2, 3, 2.0}});
  const EgoNetwork network = ego_network(graph, {0, 1});
  const std::string graphml = render_graphml(network);
  CHECK(count(graphml, "<node ") == 3);
  CHECK(count(graphml, "<edge ") == 3);
  CHECK(count(graphml, ">1</data>") == 2);
  CHECK(count(graphml, ">0</data>") == 1);
  CHECK(graphml.find("attr.name=\"weight\" attr.type=\"double\"") != std::string::npos);
  CHECK(graphml.find("attr.name=\"member\" attr.type=\"long\"") != std::string::npos);
  CHECK(graphml.find(">" + format_exact(1.0 / 3.0) + "</data>") != std::string::npos);
  CHECK(graphml.find(">eve</data>") != std::string::npos);
  CHECK(graphml.find("joe") == std::string::npos);

  const EgoNetwork plain = ego_network(test::random_graph(20, 0.3, 2), {1, 2});
  CHECK(count(render_graphml(plain), "<edge ") == plain.graph.num_edges());
  CHECK(render_graphml(plain).find("weight") == std::string::npos);
}

TEST_CASE("hostile labels stay text in exports") {
  const Graph graph = labelled({test::hostile, "]]>\x01\n<a b=\"", "z"}, {{0, 1, 1.0}, {1, 2, 1.0}});
  const EgoNetwork network = ego_network(graph, {0, 1});
  const std::string text = render_graphml(network);
  CHECK(text.find("<script") == std::string::npos);
  CHECK(text.find("&lt;script&gt;") != std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x01') == std::string::npos);
  CHECK(text.find('\xff') == std::string::npos);
}
