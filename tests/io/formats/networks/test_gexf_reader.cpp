#include <string>

#include "io/formats/networks/network_texts.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using test::arcs_of_text;
using test::error_of_arcs;
using test::error_of_text;
using test::read_text;
using test::shape_of_text;

namespace {

std::string gexf(const std::string& nodes, const std::string& edges, const std::string& kind = "undirected") {
  return "<gexf xmlns=\"http://gexf.net/1.3\" xmlns:viz=\"http://gexf.net/1.3/viz\" version=\"1.3\">\n"
         "<meta><creator>me</creator></meta>\n<graph defaultedgetype=\"" +
         kind +
         "\">\n<attributes class=\"node\"><attribute id=\"0\" title=\"label\"/></attributes>\n<nodes>\n" +
         nodes + "</nodes>\n<edges>\n" + edges + "</edges>\n</graph>\n</gexf>\n";
}

}  // namespace

TEST_CASE("GEXF: labels, weights, what is passed over") {
  const std::string nodes =
      "<node id=\"0\" label=\"A &amp; b\"><attvalues><attvalue for=\"0\" value=\"7\"/></attvalues>"
      "<viz:color r=\"1\"/></node>\n<node id=\"1\" label=\"c\"/><node id=\"x\" label=\"d\"/>\n";
  const std::string edges =
      "<edge id=\"0\" source=\"0\" target=\"1\" weight=\"2.5\"><attvalues/></edge>\n"
      "<edge id=\"1\" source=\"x\" target=\"1\"/><edge id=\"2\" source=\"x\" target=\"x\"/>\n";
  const LoadedGraph loaded = read_text(gexf(nodes, edges), {.weighted = true});
  CHECK(test::shape_of(loaded.graph) == "A & b c d: A & b-c 2.5, c-d 1");
  CHECK(loaded.report.format == "GEXF");
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK_THAT(loaded.report.summary(), Catch::Contains("2 edges without weight have weight 1"));
  CHECK_THAT(read_text(gexf(nodes, edges)).report.summary(), Catch::Contains("edge weights ignored"));
  CHECK(error_of_text(gexf(nodes, "<edge source=\"0\" target=\"1\"/>"), {.weighted = true}) ==
        " no edge has a weight; read it without option 'weighted'");
  CHECK(shape_of_text(gexf("<node id=\"5\"/><node id=\"2\"/>", "<edge source=\"2\" target=\"5\"/>")) ==
        "5 2: 5-2");
}

TEST_CASE("GEXF: nodes within nodes") {
  const std::string nodes =
      "<node id=\"a\"><nodes><node id=\"b\"><nodes><node id=\"c\"/></nodes></node></nodes>"
      "<edges><edge source=\"b\" target=\"c\"/></edges></node>";
  CHECK(shape_of_text(gexf(nodes, "<edge source=\"a\" target=\"c\"/>")) == "a b c: a-c, b-c");
}

TEST_CASE("GEXF: directions for who asks for them") {
  const std::string nodes = "<node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>\n";
  CHECK(arcs_of_text(gexf(nodes,
                          "<edge source=\"b\" target=\"a\"/><edge source=\"b\" target=\"c\" type=\"mutual\"/>"
                          "<edge source=\"c\" target=\"c\"/>",
                          "directed")) == "a b c: b->a, b->c, c->b, c->c");
  CHECK(shape_of_text(gexf(nodes, "<edge source=\"b\" target=\"c\" type=\"mutual\"/>")) == "a b c: b-c");
  CHECK(
      error_of_arcs(gexf(nodes, "<edge source=\"a\" target=\"b\"/>")) ==
      "9:1: the edge has no direction; read it without directions, or write defaultedgetype=\"directed\" in "
      "the graph if sources and targets are meant");
}

TEST_CASE("GEXF that lode writes comes back") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto weights = seed % 2 == 0 ? test::TestWeights::none : test::TestWeights::real;
    const Graph graph = test::random_graph(12, 0.3, seed, weights);
    CHECK(shape_of_text(test::text_in_format(graph, "gexf"), {.weighted = graph.weighted()}) ==
          test::shape_of(graph));
  }
}
