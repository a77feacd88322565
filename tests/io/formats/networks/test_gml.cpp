#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

LoadedGraph read_gml_text(const std::string& text, ReadOptions options = {}) {
  const test::TemporaryFolder folder;
  return read_graph(folder.write("a.gml", text), options, RunContext({.threads = 1}));
}

ReadOptions weighted_gml() {
  ReadOptions options;
  options.weighted = true;
  return options;
}

}  // namespace

TEST_CASE("GML: keys in any order, lists in lists, comments and strings over several lines") {
  const LoadedGraph loaded = read_gml_text(
      "# a comment [ \" ]\n"
      "Creator \"somebody [ with ] brackets\"\r\n"
      "Version 1\n"
      "graph [ comment \"several\nlines\" directed 1\n"
      "  edge [ target 20 source 10 graphics [ type \"line\" Line [ point [ x 1.5 y -2e3 ] ] ] ]\n"
      "  node [ graphics [ id 99 label \"not mine\" ] id 30 label \"c\" ]\n"
      "  node[id 10 label\"a &quot;1&quot; &#228;\"]\n"
      "  # another\n"
      "  node [ label 7 id 20 ]\n"
      "  edge [ source 20 target 10 ] edge [ source 30 target 30 ] edge [ source 10 target 20 ]\n"
      "]\n");
  CHECK(loaded.report.format == "GML");
  CHECK(loaded.graph.num_vertices() == 3);
  CHECK(loaded.graph.num_edges() == 1);
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.duplicates_merged == 1);
  CHECK(loaded.report.reciprocal_merged == 1);
  CHECK(loaded.report.comment_lines == 2);
  CHECK(loaded.report.labels);
  CHECK(loaded.graph.name(0) == "c");
  CHECK(loaded.graph.name(1) == "a \"1\" \xc3\xa4");
  CHECK(loaded.graph.name(2) == "7");
  CHECK(loaded.graph.adjacent(1, 2));
  CHECK(loaded.graph.names().find("7", 3) == Vertex{2});
}

TEST_CASE("GML: labels that cannot be names give way to ids, and this is reported") {
  const auto graph_with = [](const std::string& a, const std::string& b) {
    return fmt::format("graph [ node [ id 5 {} ] node [ id 3 {} ] edge [ source 3 target 5 ] ]", a, b);
  };
  const std::pair<std::string, std::string> cases[] = {
      {graph_with("label \"x\"", "label \"x\""), "labels not used: label 'x' repeats"},
      {graph_with("label \"x\"", ""), "labels not used: node '3' has no label"},
      {graph_with("label \"\"", "label \"x\""), "labels not used: the label of node '5' is empty"},
      {graph_with("label \"\xe9\"", "label \"x\""), "labels not used: the label of node '5' is not UTF-8"},
      {graph_with("label \"a\nb\"", "label \"x\""),
       "labels not used: the label of node '5' holds a control byte"},
  };
  ReadOptions insist;
  insist.labels = true;
  for (const auto& [text, note] : cases) {
    const LoadedGraph loaded = read_gml_text(text);
    CHECK_FALSE(loaded.report.labels);
    CHECK(loaded.graph.name(0) == "5");
    CHECK(loaded.graph.name(1) == "3");
    CHECK_THAT(loaded.report.summary(), Catch::Contains(note));
    CHECK_THROWS_AS(read_gml_text(text, insist), InputError);
  }
  CHECK(read_gml_text(graph_with("", "")).report.notes.empty());
  CHECK(read_gml_text(graph_with("label \"a\"", "label \"b\""), insist).graph.name(1) == "b");
}

TEST_CASE("GML: weights are `value` or `weight`, and only if asked for") {
  for (const char* key : {"value", "weight"}) {
    const std::string text = fmt::format(
        "graph [ node [ id 1 value 9 ] node [ id 2 ] node [ id 3 ]\n"
        "edge [ source 1 target 2 {0} 2.5 ]\nedge [ source 1 target 2 {0} 1 ]\nedge [ source 2 target 3 {0} "
        "4 ] ]",
        key);
    const LoadedGraph loaded = read_gml_text(text, weighted_gml());
    CHECK(loaded.graph.edge_weight(0, 1) == 3.5);
    CHECK(loaded.graph.edge_weight(1, 2) == 4.0);
    CHECK_THAT(read_gml_text(text).report.summary(), Catch::Contains("edge weights ignored"));
    CHECK_FALSE(read_gml_text(text).graph.weighted());
  }
}

TEST_CASE("GML: entities") {
  const auto decoded = [](const std::string& label) {
    return read_gml_text("graph [ node [ id 1 label \"" + label + "\" ] ]").graph.name(0);
  };
  CHECK(decoded("a&amp;b&lt;&gt;&apos;&quot;") == "a&b<>'\"");
  CHECK(decoded("&#65;&#x42;&#8364;&#x1F600;") == "AB\xe2\x82\xac\xf0\x9f\x98\x80");
  const std::string unknown = "&nothing; & &; &#; &#x; &#0; &#xD800; &#99999999999; AT&T";
  CHECK(decoded(unknown) == unknown);
}
