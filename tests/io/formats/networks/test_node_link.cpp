#include <string>

#include "io/formats/networks/network_texts.hpp"
#include "support/catch.hpp"

using namespace lode;
using test::arcs_of_text;
using test::error_of_arcs;
using test::error_of_text;
using test::read_text;
using test::shape_of_text;

TEST_CASE("JSON: nodes and links in any order, other keys passed over") {
  const std::string text =
      "{\"graph\": {\"nodes\": [1], \"links\": {}}, \"multigraph\": true,\n"
      " \"links\": [{\"source\": 3, \"target\": 1, \"key\": 0, \"more\": {\"source\": [7, {\"target\": "
      "9}]}},\n"
      "  {\"source\": 1, \"target\": 1}, {\"source\": 1, \"target\": 3}],\n"
      " \"nodes\": [{\"id\": 1, \"group\": [\"id\"]}, {\"size\": {\"id\": 5}, \"id\": 3}, {\"id\": 2}]}\n";
  const LoadedGraph loaded = read_text(text);
  CHECK(test::shape_of(loaded.graph) == "1 3 2: 1-3");
  CHECK(loaded.report.format == "JSON");
  CHECK_FALSE(loaded.report.labels);
  CHECK(loaded.report.lines == 4);
  CHECK(loaded.report.edge_lines == 3);
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.reciprocal_merged == 1);
}

TEST_CASE("JSON: names of the lists and of the ends") {
  const std::string nodes = "{\"nodes\":[{\"id\":\"a\"},{\"id\":\"b\"}],";
  CHECK(shape_of_text(nodes + "\"edges\":[{\"source\":\"a\",\"target\":\"b\"}]}") == "a b: a-b");
  CHECK(shape_of_text(nodes + "\"edges\":[{\"from\":\"a\",\"to\":\"b\"}]}") == "a b: a-b");
  CHECK(shape_of_text("\xef\xbb\xbf \n" + nodes + "\"links\" : [] }") == "a b");
  // Nodes without ids are called by their places.
  CHECK(shape_of_text("{\"nodes\":[{\"group\":1},{\"group\":2}],\"links\":[{\"source\":1,\"target\":0}]}") ==
        "0 1: 0-1");
  CHECK(shape_of_text(
            "{\"nodes\":[{\"name\":\"A\"},{\"name\":\"B\"}],\"links\":[{\"source\":1,\"target\":0}]}") ==
        "A B: A-B");
}

TEST_CASE("JSON: labels") {
  const auto with = [](const std::string& first, const std::string& second) {
    return "{\"nodes\":[{\"id\":\"a\"" + first + "},{\"id\":\"b\"" + second +
           "}],\"links\":[{\"source\":\"a\",\"target\":\"b\"}]}";
  };
  CHECK(shape_of_text(with(", \"label\": \"\\u00e9\\\"\"", ", \"label\": 7")) ==
        "\xc3\xa9\" 7: \xc3\xa9\"-7");
  CHECK(shape_of_text(with(", \"name\": \"x\", \"label\": \"y\"", ", \"label\": \"z\"")) == "y z: y-z");
  CHECK(shape_of_text(with(", \"label\": null", ", \"label\": null")) == "a b: a-b");
  const LoadedGraph loaded = read_text(with(", \"label\": \"x\"", ", \"label\": \"x\""));
  CHECK(test::shape_of(loaded.graph) == "a b: a-b");
  CHECK_THAT(loaded.report.summary(), Catch::Contains("labels not used: label 'x' repeats"));
}

TEST_CASE("JSON: weights are `weight` or `value`, and only if asked for") {
  const auto with = [](const std::string& first, const std::string& second) {
    return "{\"nodes\":[{\"id\":1},{\"id\":2},{\"id\":3}],\n\"links\":[{\"source\":1,\"target\":2" + first +
           "},\n{\"source\":2,\"target\":3" + second + "}]}";
  };
  for (const std::string key : {", \"weight\":", ", \"value\":"}) {
    const std::string text = with(key + "2.5", key + "1e2");
    CHECK(shape_of_text(text, {.weighted = true}) == "1 2 3: 1-2 2.5, 2-3 100");
    CHECK(shape_of_text(text) == "1 2 3: 1-2, 2-3");
    CHECK_THAT(read_text(text).report.summary(), Catch::Contains("edge weights ignored"));
    CHECK(shape_of_text(with(key + "\"x\"", key + "{}")) == "1 2 3: 1-2, 2-3");
    CHECK(shape_of_text(with(key + "-2", key + "3"), {.weighted = true, .signs = WeightSigns::any}) ==
          "1 2 3: 1-2 -2, 2-3 3");
  }
  const std::string conflict =
      "{\"nodes\":[{\"id\":1},{\"id\":2}],\n\"links\":[{\"source\":1,\"target\":2,\"weight\":1},\n"
      "{\"source\":2,\"target\":1,\"weight\":2}]}";
  CHECK(error_of_text(conflict, {.weighted = true}) ==
        " edge 1 2 has weight 1 but 2 1 has weight 2; say with option 'merge' which holds: sum, max or min");
}

TEST_CASE("JSON: weights outside of the domain are refused, and so are numbers beyond doubles") {
  const auto with = [](const std::string& weight) {
    return "{\"nodes\":[{\"id\":1},{\"id\":2}],\n\"links\":[{\"source\":1,\"target\":2,\"weight\":" + weight +
           "}]}";
  };
  for (const std::string small : {"1e-200", "-1e-200", "1e+101"}) {
    for (const WeightSigns signs : {WeightSigns::from_zero, WeightSigns::any}) {
      CHECK_THAT(error_of_text(with(small), {.weighted = true, .signs = signs}),
                 Catch::Contains("weight " + small + " must be 0 or between 1e-100 and 1e100 in magnitude"));
    }
    CHECK(shape_of_text(with(small)) == "1 2: 1-2");
  }
  for (const std::string zero : {"0", "-0", "0.0", "-0.0", "0e-999"}) {
    CHECK(shape_of_text(with(zero), {.weighted = true}) == "1 2: 1-2 0");
  }
  const std::string large = ": a number is outside the range of doubles: '1e999'; write a smaller one";
  CHECK_THAT(error_of_text(with("1e999"), {.weighted = true}), Catch::Contains(large));
  CHECK_THAT(error_of_text(with("1, \"x\": 1e999")), Catch::Contains(large));
}

TEST_CASE("JSON: directions for who asks for them") {
  const std::string lists =
      "\"nodes\":[{\"id\":1},{\"id\":2}],\"links\":[{\"source\":2,\"target\":1},{\"source\":2,\"target\":2}]";
  CHECK(arcs_of_text("{\"directed\":true," + lists + "}") == "1 2: 2->1, 2->2");
  CHECK(arcs_of_text("{" + lists + ",\"directed\":true}") == "1 2: 2->1, 2->2");
  for (const std::string& text : {"{" + lists + "}", "{\"directed\":false," + lists + "}"}) {
    CHECK(error_of_arcs(text) ==
          "1: the graph is not declared as directed; read it without directions, or write \"directed\": true "
          "if sources and targets are meant");
  }
}

TEST_CASE("JSON: values nested to any depth are passed over") {
  std::string deep = "{\"more\": ";
  for (int i = 0; i < 100000; ++i) deep += "[";
  for (int i = 0; i < 100000; ++i) deep += "]";
  CHECK(shape_of_text(deep + ", \"nodes\": [{\"id\": 1}], \"links\": []}", {.format = "json"}) == "1");
  std::string gap(std::size_t{1} << 24, ' ');
  CHECK(shape_of_text(gap + "{\"nodes\": [{\"id\": 1}], \"links\": []}", {.format = "json"}) == "1");
}
