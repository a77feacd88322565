#include <string>

#include "io/formats/networks/network_texts.hpp"
#include "support/catch.hpp"

using namespace lode;
using test::arcs_of_text;
using test::error_of_arcs;
using test::error_of_text;
using test::read_text;
using test::shape_of_text;

namespace {

/// A document around keys and the content of a graph.
std::string graphml(const std::string& keys, const std::string& content,
                    const std::string& kind = "undirected") {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml "
         "xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" +
         keys + "<graph id=\"G\" edgedefault=\"" + kind + "\">\n" + content + "</graph>\n</graphml>\n";
}

constexpr auto weight_key = "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n";
constexpr auto label_key = "<key id=\"l\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>\n";

std::string node(const std::string& id, const std::string& label = "") {
  if (label.empty()) return "<node id=\"" + id + "\"/>\n";
  return "<node id=\"" + id + "\"><data key=\"l\">" + label + "</data></node>\n";
}
std::string edge(const std::string& u, const std::string& v, const std::string& weight = "") {
  const std::string begin = "<edge source=\"" + u + "\" target=\"" + v + "\"";
  if (weight.empty()) return begin + "/>\n";
  return begin + "><data key=\"w\">" + weight + "</data></edge>\n";
}

}  // namespace

TEST_CASE("GraphML: ids are names, in the order of the nodes, wherever the edges stand") {
  const std::string text = graphml("", edge("c", "a") + node("b") + node("a") + edge("a", "a") + node("c") +
                                           edge("a", "b") + edge("b", "a") + edge("a", "b"));
  const LoadedGraph loaded = read_text(text);
  CHECK(test::shape_of(loaded.graph) == "b a c: b-a, a-c");
  CHECK(loaded.report.format == "GraphML");
  CHECK(loaded.report.labels);
  CHECK(loaded.report.declared_vertices);
  CHECK(loaded.report.edge_lines == 5);
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.duplicates_merged == 1);
  CHECK(loaded.report.reciprocal_merged == 1);
  CHECK(loaded.report.lines == 13);
  CHECK(loaded.report.notes.empty());
}

TEST_CASE("GraphML: labels by attr.name, of whatever id, with entities, CDATA and comments") {
  const std::string text = graphml(
      label_key, node("n0", "A &amp; B &#233;<!-- not this --> &lt;") + node("n1", "<![CDATA[<x> & y]]>!") +
                     "<node id=\"n2\"><desc>d</desc><data key=\"other\">no</data><data key=\"l\">z</data>"
                     "<port name=\"p\"/></node>" +
                     edge("n0", "n1"));
  CHECK(shape_of_text(text) == "A & B \xc3\xa9 < <x> & y! z: A & B \xc3\xa9 <-<x> & y!");
  const std::string names = graphml("<key id=\"d1\" for=\"node\" attr.name=\"name\"/>",
                                    "<node id=\"0\"><data key=\"d1\">Ann</data></node>");
  CHECK(shape_of_text(names) == "Ann");
  const std::string both =
      graphml(std::string(label_key) + "<key id=\"d1\" attr.name=\"name\"/>",
              "<node id=\"0\"><data key=\"d1\">Ann</data><data key=\"l\">B</data></node>");
  CHECK(shape_of_text(both) == "B");
  // Without a key, data is called by its id.
  CHECK(shape_of_text(graphml("", "<node id=\"0\"><data key=\"label\">Q</data></node>")) == "Q");
}

TEST_CASE("GraphML: weights are the key called weight, else value, with the default of the key") {
  const std::string nodes = node("a") + node("b") + node("c");
  const std::string text = graphml(weight_key, nodes + edge("a", "b", " 2.5\n") + edge("b", "c", "1e2"));
  CHECK(shape_of_text(text, {.weighted = true}) == "a b c: a-b 2.5, b-c 100");
  CHECK(shape_of_text(text) == "a b c: a-b, b-c");
  CHECK_THAT(read_text(text).report.summary(), Catch::Contains("edge weights ignored"));
  const auto key = [](const std::string& id, const std::string& name, const std::string& standard) {
    return "<key id=\"" + id + "\" for=\"edge\" attr.name=\"" + name + "\"><default>" + standard +
           "</default></key>";
  };
  CHECK(shape_of_text(graphml(key("w", "value", "7"), nodes + edge("a", "b", "3") + edge("b", "c")),
                      {.weighted = true}) == "a b c: a-b 3, b-c 7");
  // A value beside a weight is another attribute.
  CHECK(shape_of_text(graphml(key("v", "value", "7") + weight_key, nodes + edge("a", "b", "3")),
                      {.weighted = true}) == "a b c: a-b 3");
  CHECK(shape_of_text(graphml(weight_key, nodes + edge("a", "b", "1") + edge("a", "b", "2")),
                      {.weighted = true}) == "a b c: a-b 3");
  const std::string conflict = graphml(weight_key, nodes + edge("a", "b", "1") + "\n" + edge("b", "a", "2"));
  CHECK(shape_of_text(conflict, {.weighted = true, .merge = MergeRule::max}) == "a b c: a-b 2");
  CHECK(error_of_text(conflict, {.weighted = true}) ==
        " edge a b has weight 1 but b a has weight 2; say with option 'merge' which holds: sum, max or min");
  CHECK(shape_of_text(graphml(weight_key, nodes + edge("a", "b", "-1")),
                      {.weighted = true, .signs = WeightSigns::any}) == "a b c: a-b -1");
}

TEST_CASE("GraphML: directions for who asks for them") {
  const std::string nodes = node("a") + node("b");
  CHECK(arcs_of_text(graphml("", nodes + edge("b", "a") + edge("b", "b"), "directed")) == "a b: b->a, b->b");
  CHECK(shape_of_text(graphml("", nodes + edge("b", "a"), "directed")) == "a b: a-b");
  CHECK(
      error_of_arcs(graphml("", nodes + edge("b", "a"))) ==
      "6:1: the edge has no direction; read it without directions, or write edgedefault=\"directed\" in the "
      "graph if sources and targets are meant");
  CHECK(arcs_of_text(graphml("", nodes + "<edge source=\"a\" target=\"b\" directed=\"true\"/>")) ==
        "a b: a->b");
  CHECK_THAT(
      error_of_arcs(graphml("", nodes + "<edge source=\"a\" target=\"b\" directed=\"false\"/>", "directed")),
      Catch::Contains("no direction"));
}

TEST_CASE("GraphML: a graph within a node has the directions that it declares, else those around it") {
  const auto within = [](const std::string& kind) {
    return node("a") + node("b") + "<node id=\"n\"><graph" + kind + ">" + edge("b", "a") + "</graph></node>";
  };
  const std::string after = edge("a", "b");
  CHECK(arcs_of_text(graphml("", within("") + after, "directed")) == "a b n: a->b, b->a");
  CHECK_THAT(error_of_arcs(graphml("", within(" edgedefault=\"undirected\"") + after, "directed")),
             Catch::Contains("no direction"));
  CHECK_THAT(error_of_arcs(graphml("", within(" edgedefault=\"directed\"") + after, "undirected")),
             Catch::Contains("no direction"));  // the edge after it
}

TEST_CASE("GraphML: other vocabularies, prefixes and graphs within nodes") {
  const std::string prefixed =
      "<?xml version='1.0'?><!-- <gexf> --><g:graphml xmlns:g=\"urn:g\" xmlns:y=\"urn:y\">\n"
      "<y:graph/><g:graph><g:node id=\"a\"><y:node id=\"no\"><g:node id=\"nor this\"/></y:node></g:node>"
      "<g:node id=\"b\"/><y:edge/><g:edge source=\"a\" target=\"b\"/></g:graph></g:graphml>";
  CHECK(shape_of_text(prefixed) == "a b: a-b");
  const std::string nested =
      graphml(label_key,
              "<node id=\"all\"><data key=\"l\">All</data><graph><node id=\"in\"><data "
              "key=\"l\">In</data></node></graph></node>" +
                  node("out", "Out") + edge("in", "out") + edge("all", "out"));
  const LoadedGraph loaded = read_text(nested);
  CHECK(test::shape_of(loaded.graph) == "All In Out: All-Out, In-Out");
  CHECK(loaded.report.notes == std::vector<std::string>{"1 graph within a node read as parts of the whole"});
  CHECK(shape_of_text("<graphml><graph><node id=\"a\"/></graph></graphml>") == "a");
  CHECK(shape_of_text("<?xml version='1.0' encoding='ISO-8859-1'?><graphml><graph><node id='\xe9'/>"
                      "</graph></graphml>") == "\xc3\xa9");
}

TEST_CASE("GraphML: documents with a type are refused, and nothing outside of them is read") {
  for (const std::string type :
       {"graphml SYSTEM \"graphml.dtd\"", "r [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]",
        "r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]", "r [<!ATTLIST node label CDATA \"long\">]",
        "r [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]"}) {
    INFO(type);
    CHECK_THAT(error_of_text("\xef\xbb\xbf<!DOCTYPE " + type +
                             "><graphml><graph><node id=\"a\"/></graph></graphml>"),
               Catch::Contains("the document has a type") &&
                   Catch::EndsWith("; leave out <!DOCTYPE ...>, and write characters as they are"));
  }
}

TEST_CASE("GraphML: documents that are not well-formed") {
  CHECK_THAT(error_of_text("<graphml>\n  a & b</graphml>"),
             Catch::Contains("2:6: ") && Catch::Contains("&amp;"));
  CHECK_THAT(error_of_text("<graphml>\xe9</graphml>"), Catch::Contains("1:10: ") && Catch::Contains("iconv"));
  CHECK_THAT(error_of_text("<?xml version='1.0' encoding='x-none'?><graphml/>"),
             Catch::Contains("cannot be decoded (unknown encoding)"));
  CHECK_THAT(error_of_text("<graphml a='1' a='2'/>"), Catch::Contains("duplicate attribute"));
}

TEST_CASE("GraphML: a tag without an end does not fill the memory, elements within elements cost little") {
  const std::string begin = "<graphml><graph><node id='a'/>";
  const std::string end = "</graph></graphml>";
  std::string endless = begin + "<node id='";
  endless.append(std::size_t{20} << 20, 'x');
  CHECK_THAT(error_of_text(endless), Catch::Contains("a tag is longer than 16777216 bytes"));
  std::string text = begin;
  text.append(std::size_t{20} << 20, 'x');
  CHECK(shape_of_text(text + end) == "a");
  std::string deep = begin;
  for (int i = 0; i < 50000; ++i) deep += "<e>";
  for (int i = 0; i < 50000; ++i) deep += "</e>";
  CHECK(shape_of_text(deep + end) == "a");
}
