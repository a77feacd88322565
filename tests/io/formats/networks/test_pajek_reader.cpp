#include <string>

#include "io/formats/networks/network_texts.hpp"
#include "io/formats/networks/pajek_reader.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using test::arcs_of_text;
using test::error_of_arcs;
using test::error_of_text;
using test::read_text;
using test::shape_of_text;

TEST_CASE("Pajek: every section, comments, names in either case") {
  const std::string text =
      "% made by hand\r\n*network test\n*Vertices 5\n1 \"a b\" 0.1 0.2 box ic Red\n 3 c\n2 \"x \\\"y\\\" "
      "\\\\ \"\n"
      "% more\n4 d\n5 e\n*ARCS :1 \"likes\"\n1 2 3.5 c Blue\n2 1\n*edges\n2 3 l \"text\"\n3 3 9\n"
      "*Arcslist\n4 5 1\n*edgeslist\n5 1 2\n\n";
  const LoadedGraph loaded = read_text(text);
  CHECK(test::shape_of(loaded.graph) ==
        "a b x \"y\" \\  c d e: a b-x \"y\" \\ , a b-d, a b-e, x \"y\" \\ -c, "
        "x \"y\" \\ -e, d-e");
  CHECK(loaded.report.format == "Pajek");
  CHECK(loaded.report.comment_lines == 2);
  CHECK(loaded.report.edge_lines == 8);
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.reciprocal_merged == 1);
  CHECK(loaded.report.labels);
  CHECK_THAT(loaded.report.summary(),
             Catch::Contains("4 sections of edges read as one graph; edge weights ignored"));
}

TEST_CASE("Pajek: vertices without lines, and labels that cannot be names") {
  CHECK(shape_of_text("*Vertices 3\n*Edges\n1 3\n") == "1 2 3: 1-3");
  CHECK(read_text("*Vertices 3\n*Edges\n1 3\n").report.notes.empty());
  CHECK(shape_of_text("*Vertices 2\n1\n2\n*Edges\n1 2\n") == "1 2: 1-2");
  CHECK(shape_of_text("*Vertices 2\n1 \"20\"\n2 \"10\"\n*Edges\n1 2\n") == "20 10: 20-10");
  const std::pair<std::string, std::string> cases[] = {
      {"1 x\n", "labels not used: vertex 2 has no label"},
      {"2 x\n", "labels not used: vertex 1 has no label"},
      {"1 x\n2 \"\"\n", "labels not used: the label of vertex 2 is empty"},
      {"1 x\n2 x\n", "labels not used: label 'x' repeats"},
      {"1 x\n2 \xe9\n", "labels not used: the label of vertex 2 is not UTF-8"},
  };
  for (const auto& [lines, note] : cases) {
    const LoadedGraph loaded = read_text("*Vertices 2\n" + lines);
    CHECK(test::shape_of(loaded.graph) == "1 2");
    CHECK_THAT(loaded.report.summary(), Catch::Contains(note));
    CHECK_THAT(error_of_text("*Vertices 2\n" + lines, {.labels = true}),
               Catch::Contains("labels cannot name"));
  }
}

TEST_CASE("Pajek: weights") {
  const std::string head = "*Vertices 3\n*Edges\n";
  CHECK(shape_of_text(head + "1 2 2.5\n2 3 c Red\n", {.weighted = true}) == "1 2 3: 1-2 2.5, 2-3 1");
  CHECK_THAT(read_text(head + "1 2 2.5\n2 3\n", {.weighted = true}).report.summary(),
             Catch::Contains("1 edge without weight has weight 1"));
  CHECK(error_of_text(head + "1 2\n", {.weighted = true}) ==
        " no edge has a weight; read it without option 'weighted'");
  CHECK(shape_of_text(head + "1 2 -2\n", {.weighted = true, .signs = WeightSigns::any}) == "1 2 3: 1-2 -2");
  CHECK(error_of_text(head + "1 2 1\n*Arcs\n2 1 3\n", {.weighted = true}) ==
        "5: edge 1 2 has weight 1 (line 3) but 2 1 has weight 3 (line 5); say with option 'merge' which "
        "holds: sum, max or min");
}

TEST_CASE("Pajek: directions for who asks for them") {
  CHECK(arcs_of_text("*Vertices 3\n*Arcs\n2 1\n2 2\n*Arcslist\n3 1 2\n") == "1 2 3: 2->1, 2->2, 3->1, 3->2");
  CHECK(error_of_arcs("*Vertices 3\n*Arcs\n2 1\n*Edges\n\n1 3\n") ==
        "6: the edge has no direction; read it without directions, or write *Arcs for *Edges if sources and "
        "targets are meant");
}

TEST_CASE("Pajek: project files and networks of two kinds") {
  const LoadedGraph loaded = read_text(
      "*Network n\n*Vertices 4 2\n*Edges\n1 3\n*Partition p\n*Vertices 4\n1\n2\n1\n2\n*Vector v\n*Vertices "
      "4\n0.5\n1\n"
      "1\n1\n");
  CHECK(test::shape_of(loaded.graph) == "1 2 3 4: 1-3");
  CHECK(loaded.report.notes == std::vector<std::string>{"vertices of two kinds, the first 2 and the others",
                                                        "2 partitions and vectors ignored"});
}

TEST_CASE("Pajek: how a text is recognised") {
  CHECK(detail::is_pajek("% c\n\n  *VERTICES 3\n"));
  CHECK(detail::is_pajek("*edgeslist"));
  CHECK_FALSE(detail::is_pajek("*Vertices,x\n"));
  CHECK_FALSE(detail::is_pajek("*partition p\n"));
  CHECK_FALSE(detail::is_pajek("1 2\n*Vertices 3\n"));
  CHECK_FALSE(detail::is_pajek(""));
}

TEST_CASE("Pajek that lode writes comes back") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto weights = seed % 2 == 0 ? test::TestWeights::none : test::TestWeights::real;
    const Graph graph = test::random_graph(12, 0.3, seed, weights);
    CHECK(shape_of_text(test::text_in_format(graph, "pajek"), {.weighted = graph.weighted()}) ==
          test::shape_of(graph));
  }
  const std::vector<std::string> labels = {"a \"b\"", "c\\", "\xc3\xa9\\\"", "*Edges"};
  const Graph named = Graph::from_edges(std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}})
                          .with_names(VertexNames::from_labels(labels));
  CHECK(shape_of_text(test::text_in_format(named, "pajek")) == test::shape_of(named));
}
