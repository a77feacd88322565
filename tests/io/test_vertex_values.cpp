// Values of vertices: files of them, and formats that hold them.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/vertex_values.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/questions/quotas.hpp>

#include "io/formats/lode/stored_file.hpp"
#include "io/gzip.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

using Values = std::vector<double>;

Values values_in(const std::string& text, const Graph& graph) {
  return read_vertex_values(std::span<const char>(text), graph).values;
}

/// What reading says; "read" if it succeeds.
std::string said_of_values(const std::string& text, const Graph& graph) {
  try {
    values_in(text, graph);
    return "read";
  } catch (const InputError& error) {
    return error.what();
  }
}

Graph path_of(VertexNames names) {
  return Graph::from_edges({Edge{0, 1}, Edge{1, 2}, Edge{2, 3}}).with_names(std::move(names));
}

std::string written(const Graph& graph, const std::string& format, std::vector<std::string>* lost = nullptr) {
  std::string text;
  const OutputReport report =
      write_graph(graph, [&](std::string_view piece) { text += piece; }, {.format = format});
  if (lost) *lost = report.lost;
  return text;
}

Values values_of(const Graph& graph) { return {graph.values().begin(), graph.values().end()}; }

Graph with_random_values(const Graph& graph, std::uint64_t seed, bool integers) {
  const Rng rng(seed);
  Values values;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const double drawn = rng.normal_at(v);
    values.push_back(integers ? std::floor(5.0 * std::abs(drawn)) : drawn * 1e3);
  }
  return graph.with_values(std::move(values));
}

}  // namespace

TEST_CASE("a file of values: ids and labels, separators, comments, vertices without a line") {
  const Graph ids = path_of(VertexNames::from_ids(std::vector<std::uint64_t>{10, 20, 30, 40}));
  CHECK(values_in("# mine\n\n20 1.5\n10\t-3\r\n40  1e2\n", ids) == Values{-3, 1.5, 0, 100});
  CHECK(values_in("20 +1.5\n", ids) == Values{0, 1.5, 0, 0});
  CHECK(values_in("  30 ,-0.25", ids) == Values{0, 0, -0.25, 0});
  const Graph labels = path_of(VertexNames::from_labels({"ann b", "#tag", "c,d", "e"}));
  CHECK(values_in("\"ann b\" 1\n\"#tag\" 2\n# no vertex 9\n\"c,d\" 3\ne 4\n", labels) == Values{1, 2, 3, 4});
  CHECK(values_in("name;score\n\"ann b\";\"1\"\n\"e\";2.5\n", labels) == Values{1, 0, 0, 2.5});
  CHECK(values_in("\"id\",\"x\"\nann b,1\n\"c,d\",3\n", labels) == Values{1, 0, 3, 0});
  CHECK(values_in("id\tscore\n10\t5\n\"40\"\t\"-1\"\n", ids) == Values{5, 0, 0, -1});
  const Graph called_id = path_of(VertexNames::from_labels({"b", "c", "d", "id"}));
  CHECK(values_in("id 2\nb 1\n", called_id) == Values{1, 0, 0, 2});
  const Graph numbers = path_of({});
  const VertexValuesFile file =
      read_vertex_values(std::span<const char>(std::string_view("3 7\n0 1\n")), numbers);
  CHECK(file.values == Values{1, 0, 0, 7});
  CHECK(file.listed == 2);
  const test::TemporaryFolder folder;
  CHECK(read_vertex_values(folder.write("v.gz", test::gzip("1 4\n")), numbers).values == Values{0, 4, 0, 0});
}

TEST_CASE("a bad file of values is refused at its line and column") {
  const Graph ids = path_of(VertexNames::from_ids(std::vector<std::uint64_t>{10, 20, 30, 40}));
  const auto says = [&](const std::string& text, const std::string& place, const std::string& words) {
    const std::string said = said_of_values(text, ids);
    INFO(said);
    CHECK(said.starts_with("<memory>:" + place + ": "));
    CHECK(said.find(words) != std::string::npos);
  };
  says("10 1\n50 2\n", "2:1", "'50' is not a vertex of the graph");
  says("10 1\n10 2\n", "2:1", "listed twice");
  says("10 1\n20 nan\n", "2:4", "is not finite");
  says("10 -inf\n", "1:4", "is not finite");
  says("10 1e999\n", "1:4", "must be 0 or between 1e-100 and 1e100 in magnitude");
  says("10 -1e-101\n", "1:4", "must be 0 or between");
  says("10 one\n", "1:4", "is not a number");
  says("10\n", "1:1", "has no value");
  says("10 20 1\n", "1:7",
       "more than a vertex and a value on the line; write names with blanks in double quotes");
  says(",1\n", "1:1", "has no vertex");
  says("10,\n", "1:1", "has no value");
  says("x 1\n", "1:1", "'x' is not");
  says("10 1\nid score\n", "2:1", "a line that names the columns begins with 'id' or '#'");
  CHECK(said_of_values("# only a comment\n", ids).find("holds no values") != std::string::npos);
}

TEST_CASE("an empty file of values, groups or quotas says what belongs into it") {
  const test::TemporaryFolder folder;
  const Graph graph = path_of({});
  const std::string path = folder.write("empty", "");
  CHECK(said_of_values("", graph) == "<memory>: is empty; write 'id value', one vertex per line");
  CHECK_THROWS_WITH(read_vertex_values(path, graph),
                    path + ": is empty; write 'id value', one vertex per line");
  CHECK_THROWS_WITH(read_vertex_groups(path, graph),
                    path + ": is empty; write 'id group', one vertex per line");
  CHECK_THROWS_WITH(read_quotas(path, {}),
                    path + ": is empty; write 'group at_least at_most', one group per line");
}

TEST_CASE("groups of a file as one attribute of vertices") {
  const Graph graph = path_of(VertexNames::from_ids(std::vector<std::uint64_t>{10, 20, 30, 40}));
  const test::TemporaryFolder folder;
  const std::string path = folder.write("groups", "30 red\n10 blue\n10 red\n20 blue\x80\n");
  const std::vector<VertexGroup> groups = read_vertex_groups(path, graph);
  const VertexTexts attribute = attribute_of_groups(groups, graph.num_vertices());
  CHECK(attribute.name == "group");
  CHECK(attribute.values == std::vector<std::string>{"red, blue", "blue\uFFFD", "red", ""});
  CHECK(attribute_of_groups({}, 2).values == std::vector<std::string>(2));
  const std::string twice = folder.write("twice", "30 red\n10 blue\n 30 red\n10 red\n");
  CHECK_THROWS_WITH(read_vertex_groups(twice, graph),
                    Catch::Contains(":3:2: vertex 30 is listed twice in group red; keep one of the lines"));
  const std::string table = folder.write("table", "id,team\n10,New York\n20,Oslo\n30,\"New York\"\n");
  const std::vector<VertexGroup> teams = read_vertex_groups(table, graph);
  REQUIRE(teams.size() == 2);
  CHECK(teams[0].name == "New York");
  CHECK(teams[0].members == VertexSet{0, 2});
  for (const char* limits :
       {"New York,1,1\n", "\"New York\" 1 1\n", "group;least;most\n\"New York\";1;1\n"}) {
    const std::vector<Quota> quotas = read_quotas(folder.write("quotas", limits), teams);
    REQUIRE(quotas.size() == 1);
    CHECK(quotas[0].members == VertexSet{0, 2});
    CHECK(quotas[0].at_least == 1);
    CHECK(quotas[0].at_most == 1);
  }
  CHECK_THROWS_WITH(read_quotas(folder.write("quotas", "Oslo,1\n"), teams),
                    Catch::Contains(":1:1: the line does not have three fields"));
  CHECK_THROWS_WITH(attribute_of_groups(groups, 2),
                    Catch::Contains("member of a group 2 is not a vertex of a graph with 2 vertices"));
}

TEST_CASE("formats that hold values are read as they were written; other formats say that they drop them") {
  const Graph plain = test::random_graph(40, 0.2, 3);
  for (const bool integers : {true, false}) {
    const Graph graph = with_random_values(plain, 5, integers);
    for (const auto& [format, name] :
         {std::pair{"gml", "value"}, std::pair{"lode", "value"}, std::pair{"metis", "weight"},
          std::pair{"graphml", "value"}, std::pair{"json", "value"}}) {
      INFO(format << ", integers: " << integers);
      std::vector<std::string> lost;
      const std::string text = written(graph, format, &lost);
      const LoadedGraph back =
          read_graph(std::span<const char>(text), {.format = format, .vertex_numbers = {name, "other"}});
      const bool dropped = !integers && format == std::string("metis");
      CHECK(back.graph.num_edges() == plain.num_edges());
      CHECK(values_of(back.graph) == (dropped ? Values() : values_of(graph)));
      CHECK(back.vertex_numbers.size() == (dropped ? 0 : 1));
      const auto drops = [](const std::string& one) {
        return one.find("values of vertices") != std::string::npos;
      };
      CHECK(std::ranges::any_of(lost, drops) == dropped);
      const LoadedGraph unasked = read_graph(std::span<const char>(text), {.format = format});
      CHECK(unasked.graph.values().empty());
      CHECK(unasked.vertex_numbers.empty());
    }
    for (const char* const format : {"edges", "mtx", "dot", "dimacs"}) {
      std::vector<std::string> lost;
      CHECK(written(graph, format, &lost) == written(plain, format));
      CHECK(std::ranges::count_if(lost, [](const std::string& one) {
              return one.find("values of vertices dropped") != std::string::npos;
            }) == 1);
    }
  }
}

TEST_CASE("METIS: weights of vertices by name and number, with weights of edges") {
  const std::string text = "3 2 011 2\n5 7 2 1\n6 8 1 1 3 4\n0 9 2 4\n";
  const auto read = [&](std::vector<std::string> names, bool weighted) {
    return read_graph(std::span<const char>(text),
                      {.format = "metis", .weighted = weighted, .vertex_numbers = std::move(names)});
  };
  CHECK(values_of(read({"weight"}, false).graph) == Values{5, 6, 0});
  CHECK(values_of(read({"2"}, true).graph) == Values{7, 8, 9});
  const LoadedGraph both = read({"2", "1", "3", "x"}, true);
  REQUIRE(both.vertex_numbers.size() == 2);
  CHECK(both.vertex_numbers[0].name == "2");
  CHECK(both.vertex_numbers[1].values == Values{5, 6, 0});
  CHECK(both.graph.total_weight() == 5.0);
  CHECK(std::ranges::count(both.report.notes, "2 of 2 weights of each vertex read") == 1);
  CHECK(std::ranges::count(read({}, false).report.notes, "vertex weights ignored") == 1);
}

TEST_CASE("GML: any numeric key of nodes; what is no number is refused") {
  const std::string text =
      "graph [ node [ id 1 cost 2 value -1.5E1 ] node [ id 2 value \"7\" ] node [ id 3 ]\n"
      "node [ id 4 name \"x\" ] edge [ source 1 target 2 value 3 ] ]\n";
  const auto read = [&](std::vector<std::string> names) {
    return read_graph(std::span<const char>(text), {.vertex_numbers = std::move(names)});
  };
  const LoadedGraph loaded = read({"value", "cost", "worth"});
  REQUIRE(loaded.vertex_numbers.size() == 2);
  CHECK(values_of(loaded.graph) == Values{-15, 7, 0, 0});
  CHECK(loaded.vertex_numbers[1].values == Values{2, 0, 0, 0});
  CHECK(std::ranges::count(loaded.report.notes, "2 nodes without 'value', which count as 0") == 1);
  CHECK_THROWS_WITH(read({"name"}), Catch::Contains("'name' of the node '4': 'x' is not a number"));
  const std::string infinite = "graph [ node [ id 1 value inf ] ]\n";
  CHECK_THROWS_WITH(read_graph(std::span<const char>(infinite), {.vertex_numbers = {"value"}}),
                    Catch::Contains("is not finite"));
}

TEST_CASE("GraphML and JSON: any number of nodes; what is no number is refused at its node") {
  const std::string graphml =
      "<graphml><key id='d0' for='node' attr.name='cost'><default>+4</default></key><graph>"
      "<node id='a'><data key='d0'> 1.5 </data><data key='worth'>7</data></node><node id='b'/>"
      "<node id='c'><data key='d0'></data><data key='kind'>late</data></node></graph></graphml>";
  const std::string json = R"({"nodes": [{"cost": 1.5, "id": "a", "worth": "7"}, {"id": "b", "cost": 4},)"
                           R"({"id": "c", "kind": "late"}], "links": []})";
  for (const auto& [format, text] : {std::pair{"graphml", graphml}, {"json", json}}) {
    INFO(format);
    const auto read = [&](std::vector<std::string> names, bool attributes = false) {
      return read_graph(std::span<const char>(text),
                        {.format = format, .vertex_numbers = std::move(names), .attributes = attributes});
    };
    const LoadedGraph loaded = read({"cost", "other", "worth"}, true);
    CHECK(values_of(loaded.graph) == Values{1.5, 4, 0});
    REQUIRE(loaded.vertex_numbers.size() == 2);
    CHECK(loaded.vertex_numbers[1].values == Values{7, 0, 0});
    CHECK(std::ranges::count(loaded.report.notes, "1 node without 'cost', which count as 0") == 1);
    REQUIRE(loaded.attributes.size() == 1);
    CHECK(loaded.attributes[0].name == "kind");
    CHECK(read({"cost"}).attributes.empty());
    CHECK_THROWS_WITH(read({"cost", "kind"}),
                      Catch::Contains("'kind' of the node 'c': 'late' is not a number"));
  }
  const auto values_in_json = [](const std::string& node) {
    const std::string text = "{\"nodes\": [" + node + "], \"links\": []}";
    return read_graph(std::span<const char>(text), {.format = "json", .vertex_numbers = {"x"}});
  };
  CHECK_THROWS_WITH(values_in_json("{\"id\": 1, \"x\": true}"), Catch::Contains("'true' is not a number"));
  CHECK_THROWS_WITH(values_in_json("{\"id\": 1, \"x\": \"inf\"}"), Catch::Contains("inf is not finite"));
  CHECK_THROWS_WITH(values_in_json("{\"id\": 1, \"x\": \"" + std::string(1025, '0') + "\"}"),
                    Catch::Contains("with values of 1024 bytes"));
}

TEST_CASE("lode files with values have a version of their own, with a declared core too") {
  const Graph graph = with_random_values(test::random_graph(30, 0.4, 2, test::TestWeights::real), 1, false);
  const auto version_of = [](const std::string& bytes) {
    detail::LodeHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    return header.version;
  };
  std::string bytes = written(graph, "lode");
  CHECK(version_of(bytes) == 4);
  CHECK(version_of(written(graph.with_values(Values()), "lode")) == 2);
  std::string declared;
  write_graph(graph, [&](std::string_view piece) { declared += piece; },
              {.format = "lode", .core_of = CoreOrigin{.core = 1e-9}});
  CHECK(version_of(declared) == 5);
  const LoadedGraph back =
      read_graph(std::span<const char>(declared), {.weighted = true, .vertex_numbers = {"value"}});
  CHECK(values_of(back.graph) == values_of(graph));
  REQUIRE(back.report.core_of);
  // A value that is no number, under a right checksum.
  detail::LodeHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::uint64_t begin = detail::layout_of(header).values;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::memcpy(bytes.data() + begin + 16, &nan, sizeof nan);
  header.data_checksum = detail::extend_checksum(0, std::string_view(bytes).substr(sizeof header));
  header.header_checksum = detail::checksum_of_header(header);
  std::memcpy(bytes.data(), &header, sizeof header);
  CHECK_THROWS_WITH(read_graph(std::span<const char>(bytes), {.weighted = true}),
                    Catch::Contains(fmt::format("byte {}: value 2 must be 0 or between", begin + 16)));
}
