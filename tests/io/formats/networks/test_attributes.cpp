// Attributes of vertices: the limits of what is kept, and every format that has them.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

constexpr std::size_t longest_text = 1024;

using AttributeTexts = std::vector<std::string>;

/// "party=l|r|; seats=3||2": every attribute with the values of all vertices.
std::string all_of(const std::vector<VertexTexts>& attributes) {
  AttributeTexts parts;
  for (const VertexTexts& each : attributes) {
    parts.push_back(fmt::format("{}={}", each.name, fmt::join(each.values, "|")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

LoadedGraph read_with_attributes(std::string_view text) {
  return read_graph(std::span<const char>(text), {.attributes = true}, RunContext({.threads = 1}));
}
std::string attributes_in(std::string_view text) { return all_of(read_with_attributes(text).attributes); }
AttributeTexts attribute_notes(std::string_view text) { return read_with_attributes(text).report.notes; }

std::string attribute_error(std::string_view text) {
  try {
    return "was read: " + attributes_in(text);
  } catch (const InputError& error) {
    return error.what();
  }
}

/// A text with three nodes, a, b and c, in each format; these are between the tags of the first one.
std::string gml_node(const std::string& within) {
  return "graph [\nnode [ id 0 " + within + " ]\nnode [ id 1 ] node [ id 2 ]\n]\n";
}
std::string graphml_node(const std::string& keys, const std::string& within) {
  return "<graphml>" + keys + "<graph>\n<node id=\"a\">" + within +
         "</node>\n<node id=\"b\"/><node id=\"c\"/></graph></graphml>\n";
}
std::string json_node(const std::string& members) {
  return "{\"nodes\": [\n{\"id\": \"a\"" + members +
         "},\n{\"id\": \"b\"}, {\"id\": \"c\"}], \"links\": []}\n";
}

/// A value, under the key k, in each format.
struct OneValue {
  const char* format;
  std::string text;
};
std::vector<OneValue> in_each_format(const std::string& value) {
  return {{"gml", gml_node("k \"" + value + "\"")},
          {"graphml", graphml_node("", "<data key=\"k\">" + value + "</data>")},
          {"json", json_node(", \"k\": \"" + value + "\"")}};
}

}  // namespace

TEST_CASE("GML: simple values of nodes; lists, ids, labels and numbers that are read as such are none") {
  const std::string text =
      "graph [ directed 0 club \"not of a node\"\n"
      "node [ value \"c\" id 7 label \"A\" graphics [ x 1 w \"2\" ] name \"caf&#233; &amp; bar\" seats 03 ]\n"
      "node [ id 5 label \"B\" seats -1.50E2 ]\n"
      "node [ id 6 label \"C\" value \"\" ]\n"
      "edge [ source 5 target 7 kind \"friend\" value 3 ] ]\n";
  CHECK(attributes_in(text) == "value=c||; name=caf\u00E9 & bar||; seats=03|-1.50E2|");
  const LoadedGraph loaded =
      read_graph(std::span<const char>(text), {.vertex_numbers = {"seats"}, .attributes = true});
  CHECK(all_of(loaded.attributes) == "value=c||; name=caf\u00E9 & bar||");
  CHECK(loaded.vertex_numbers.at(0).values == std::vector<double>{3, -150, 0});
  CHECK(read_graph(std::span<const char>(text)).attributes.empty());
}

TEST_CASE("GraphML: keys of nodes by name, with their defaults") {
  const std::string keys =
      "<key id=\"d0\" for=\"node\" attr.name=\"party\"><default> none </default></key>\n"
      "<key id=\"d1\" for=\"edge\" attr.name=\"kind\"/><key id=\"d2\" for=\"all\" attr.name=\"weight\"/>\n"
      "<key id=\"d3\" for=\"node\" attr.name=\"label\"/><key id=\"d4\" for=\"node\" attr.name=\"name\"/>\n"
      "<key id=\"d5\" for=\"node\"/><key id=\"d6\" for=\"node\" attr.name=\"unused\"/>\n";
  const std::string text =
      "<graphml xmlns:y=\"urn:y\">" + keys +
      "<graph><data key=\"d5\">of the graph</data>\n"
      "<node id=\"a\"><data key=\"d5\">\n  1 &lt; 2\n</data><data key=\"d0\">left</data>"
      "<data key=\"d1\">of edges</data><data key=\"d3\">A</data></node>\n"
      "<node id=\"b\"><data key=\"d0\"/><data key=\"d2\">2</data><data key=\"new\">x</data>"
      "<data key=\"d3\">B</data><data key=\"d4\">b b</data></node>\n"
      "<node id=\"c\"><data key=\"d5\"><y:Shape>in another vocabulary</y:Shape></data>"
      "<data key=\"d3\">C</data></node>\n"
      "<edge source=\"a\" target=\"b\"><data key=\"d0\">of an edge</data></edge></graph></graphml>\n";
  const LoadedGraph loaded = read_with_attributes(text);
  CHECK(all_of(loaded.attributes) == "d5=1 < 2||; party=left||none; weight=|2|; new=|x|");
  CHECK(loaded.graph.name(1) == "B");
  CHECK(loaded.report.notes == read_graph(std::span<const char>(text)).report.notes);
}

TEST_CASE("GraphML: nodes within nodes keep their own attributes; weights keep their default") {
  const std::string text =
      "<graphml><key id=\"weight\" for=\"all\"><default>2.5</default></key><graph>\n"
      "<node id=\"out\"><data key=\"k\">outer</data><graph><node id=\"in\"><data "
      "key=\"k\">inner</data></node>"
      "</graph><data key=\"l\">late</data></node><edge source=\"in\" target=\"out\"/></graph></graphml>\n";
  const LoadedGraph loaded = read_graph(std::span<const char>(text), {.weighted = true, .attributes = true});
  CHECK(loaded.graph.name(1) == "in");
  CHECK(all_of(loaded.attributes) == "k=outer|inner; weight=2.5|2.5; l=late|");
  CHECK(loaded.graph.total_weight() == 2.5);
}

TEST_CASE("JSON: texts, numbers and truth values of nodes; lists, objects and null are none") {
  const std::string text =
      "{\"club\": \"of the file\", \"nodes\": [\n"
      "{\"club\": \"x\", \"id\": 3, \"seats\": 1.50, \"at\": [1, \"2\"], \"in\": {\"club\": \"deep\", "
      "\"id\": 4}},\n"
      "{\"id\": 2, \"active\": true, \"club\": null, \"seats\": -7, \"weight\": 1e400},\n"
      "{\"id\": 1, \"active\": false, \"\": \"no name\", \"label\": \"A\", \"name\": \"B\"}],\n"
      "\"links\": [{\"source\": 1, \"target\": 2, \"club\": \"of an edge\"}],\n"
      "\"other\": [{\"id\": 1, \"club\": \"elsewhere\"}]}\n";
  const std::string without_large = std::string(text).replace(text.find("1e400"), 5, "1e40");
  CHECK(attributes_in(without_large) ==
        "club=x||; seats=1.5|-7|; active=|true|false; weight=|1e+40|; =||no name");
  CHECK(attribute_error(text) == [&] {
    try {
      read_graph(std::span<const char>(text));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("was read: ") + attributes_in(text);
  }());
  const std::string by_place = "{\"nodes\": [{\"k\": 1}, {\"k\": 2}], \"links\": []}";
  CHECK(attributes_in(by_place) == "k=1|2");
}

TEST_CASE("a directed graph keeps attributes, too; a format without attributes has none") {
  const ReadOptions options = {.attributes = true};
  const RunContext run({.threads = 1});
  const std::string graph =
      "graph [ directed 1 node [ id 1 k 5 ] node [ id 2 ] edge [ source 2 target 1 ] ]\n";
  CHECK(all_of(read_arcs(std::span<const char>(graph), options, run).attributes) == "k=5|");
  const std::string links = "{\"directed\": true, \"nodes\": [{\"id\": 1, \"k\": 5}], \"links\": []}\n";
  CHECK(all_of(read_arcs(std::span<const char>(links), options, run).attributes) == "k=5");
  CHECK(read_arcs(std::span<const char>(links), {}, run).attributes.empty());
  for (const std::string_view text :
       {"1 2\n2 3\n", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"}) {
    CHECK(read_with_attributes(text).attributes.empty());
    CHECK(read_with_attributes(text).graph.num_edges() > 0);
  }
}

TEST_CASE("what a file of each format holds as attributes is what was written") {
  for (const char* const format : {"gml", "graphml", "json"}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Rng rng(seed, 7);
      const Graph graph = test::random_graph(1 + static_cast<Vertex>(seed * 7), 0.2, seed);
      WriteOptions options;
      options.format = format;
      options.attributes = {{"club", {}}, {"seats_2", {}}};
      for (Vertex v = 0; v < graph.num_vertices(); ++v) {
        options.attributes[0].values.push_back(static_cast<std::int64_t>(rng.at(v) % 3));
        options.attributes[1].values.push_back(static_cast<std::int64_t>(rng.at(v + 1000u)));
      }
      std::string text;
      write_graph(
          graph, [&](std::string_view piece) { text += piece; }, options);
      INFO(format << ", seed " << seed);
      const LoadedGraph back = read_with_attributes(text);
      REQUIRE(back.attributes.size() == 2);
      for (const VertexAttribute& written : options.attributes) {
        const auto same = std::ranges::find(back.attributes, written.name, &VertexTexts::name);
        REQUIRE(same != back.attributes.end());
        AttributeTexts values;
        for (const std::int64_t value : written.values) values.push_back(std::to_string(value));
        CHECK(same->values == values);
      }
      const LoadedGraph plain = read_graph(std::span<const char>(text));
      CHECK(plain.attributes.empty());
      CHECK(plain.report.notes == back.report.notes);
      CHECK(std::ranges::equal(plain.graph.csr().offsets, back.graph.csr().offsets));
      CHECK(std::ranges::equal(plain.graph.csr().targets, back.graph.csr().targets));
    }
  }
}

TEST_CASE("hostile attributes, in each format: huge values") {
  // What is kept, and one byte more, behind blanks that do not count.
  for (const std::size_t more : {0u, 1u, 100'000u}) {
    const std::string value(longest_text + more, 'x');
    for (const OneValue& one : in_each_format("   " + value)) {
      INFO(one.format << ", " << more);
      const LoadedGraph loaded = read_with_attributes(one.text);
      CHECK(loaded.graph.num_vertices() == 3);
      CHECK(all_of(loaded.attributes) == (more == 0 ? "k=" + value + "||" : ""));
      CHECK(std::ranges::count(
                loaded.report.notes,
                "'k' left out: there may be 64 attributes, of 1024 bytes a value, and 512 MiB in all") ==
            (more > 0));
    }
  }
  const std::string nearly(longest_text - 1, 'x');
  for (const std::string& end : {std::string(), std::string("y"), std::string(100, ' ') + "y"}) {
    for (const OneValue& one : in_each_format(nearly + std::string(100, ' ') + end)) {
      INFO(one.format << ", '" << end << "'");
      CHECK(attributes_in(one.text) == (end.empty() ? "k=" + nearly + "||" : ""));
    }
  }
  const std::string endless = "<default>" + std::string(3'000'000, 'x') + "</default>";
  const std::string keys = "<key id=\"k\" for=\"node\">" + endless +
                           "</key><key id=\"l\" for=\"node\"><default>y"
                           "</default></key>";
  CHECK(attributes_in(graphml_node(keys, "<data key=\"k\">" + std::string(3'000'000, 'x') + "</data>")) ==
        "l=y|y|y");
}

TEST_CASE("hostile attributes, in each format: control characters and bytes that are not UTF-8") {
  CHECK(attributes_in(gml_node("k \"a\tb\nc&#27;d&#0;\"")) == "k=a\uFFFDb\uFFFDc\uFFFDd&#0;||");
  CHECK(attributes_in(gml_node("k \"caf\xE9\"")) == "k=caf\uFFFD||");
  CHECK(attributes_in(gml_node("t\xE9 1")) == "t\uFFFD=1||");
  CHECK(attributes_in(graphml_node("", "<data key=\"k\">a&#9;b\nc&#10;</data>")) == "k=a\uFFFDb\uFFFDc||");
  CHECK(attributes_in(graphml_node("<key id=\"k\" attr.name=\"a&#10;b\"/>", "<data key=\"k\">1</data>")) ==
        "a\uFFFDb=1||");
  CHECK(attributes_in(json_node(", \"k\": \"a\\u0000b\\u001bc\", \"l\\n\": \"<b>&\"")) ==
        "k=a\uFFFDb\uFFFDc||; l=<b>&||");
}

TEST_CASE("hostile attributes, in each format: a key that repeats") {
  const AttributeTexts note = {"1 further value of an attribute at a vertex that has one ignored"};
  for (const std::string& text :
       {gml_node("k 1 k 2"), graphml_node("", "<data key=\"k\">1</data><data key=\"k\">2</data>"),
        graphml_node("<key id=\"d\" for=\"node\" attr.name=\"k\"/>",
                     "<data key=\"k\">1</data><data key=\"d\">2</data>")}) {
    INFO(text);
    CHECK(attributes_in(text) == "k=1||");
    CHECK(attribute_notes(text) == note);
  }
}

TEST_CASE("hostile attributes, in each format: a thousand of them, and as many default values") {
  std::string in_gml, in_graphml, in_json, keys;
  for (int i = 0; i < 1000; ++i) {
    in_gml += fmt::format(" k{} 1", i);
    in_graphml += fmt::format("<data key=\"k{}\">1</data>", i);
    in_json += fmt::format(", \"k{}\": 1", i);
    keys += fmt::format("<key id=\"k{}\" for=\"node\"><default>2</default></key>", i);
  }
  for (const auto& [text, values] : {std::pair(gml_node(in_gml), AttributeTexts{"1", "", ""}),
                                     std::pair(graphml_node("", in_graphml), AttributeTexts{"1", "", ""}),
                                     std::pair(json_node(in_json), AttributeTexts{"1", "", ""}),
                                     std::pair(graphml_node(keys, in_graphml), AttributeTexts{"1", "2", "2"}),
                                     std::pair(graphml_node(keys, ""), AttributeTexts{"2", "2", "2"})}) {
    INFO(text.substr(0, 200));
    const LoadedGraph loaded = read_with_attributes(text);
    REQUIRE(loaded.attributes.size() == 64);
    CHECK(loaded.attributes.front().name == "k0");
    CHECK(loaded.attributes.back().name == "k63");
    for (const VertexTexts& one : loaded.attributes) CHECK(one.values == values);
    CHECK(loaded.report.notes ==
          AttributeTexts{
              "'k64' left out: there may be 64 attributes, of 1024 bytes a value, and 512 MiB in all"});
  }
  const std::string name(longest_text + 1, 'x');
  for (const std::string& text :
       {graphml_node("", "<data key=\"" + name + "\">1</data>"), json_node(", \"" + name + "\": 1")}) {
    CHECK(attributes_in(text).empty());
    CHECK(attribute_notes(text).size() == 1);
    CHECK_THAT(attribute_notes(text)[0], Catch::StartsWith("'" + name.substr(0, 40) + "...' left out: "));
  }
}

TEST_CASE("hostile attributes: what a file says of vertices it does not have") {
  CHECK(attribute_error("graph [ node [ id 1 k 1 ] node [ k 2 ] ]\n").find("a node has no id") !=
        std::string::npos);
  CHECK(attribute_error("graph [ node [ id 1 k 1 ]\nnode [ id 1 k 2 ] ]\n")
            .find("a second node with the id '1'") != std::string::npos);
  CHECK(attribute_error(graphml_node("", "</node><node id=\"a\"><data key=\"k\">1</data>"))
            .find("a second node with the id 'a'") != std::string::npos);
  CHECK(attribute_error(json_node("}, {\"id\": \"a\", \"k\": 1")).find("a second node with the id 'a'") !=
        std::string::npos);
  CHECK(attribute_error(json_node("}, {\"k\": 1")).find("the node has no id") != std::string::npos);
}
