#include <string>

#include "io/formats/networks/network_texts.hpp"
#include "support/catch.hpp"

using namespace lode;
using test::error_of_text;
using test::read_text;
using test::shape_of;

namespace {

/// JSON with edges before nodes, one of them in every line.
std::string json(const std::vector<std::pair<std::string, std::string>>& edges,
                 const std::vector<std::string>& nodes) {
  std::string text = "{\"links\": [";
  for (const auto& [u, v] : edges) {
    text +=
        fmt::format("{}{{\"source\": \"{}\", \"target\": \"{}\"}}", text.back() == '}' ? ",\n" : "", u, v);
  }
  text += "],\n\"nodes\": [";
  for (const std::string& id : nodes) {
    text += fmt::format("{}{{\"id\": {}}}", text.back() == '}' ? ",\n" : "", id);
  }
  return text + "]}\n";
}

}  // namespace

TEST_CASE("edges before nodes: the first edge to a node that never comes is named") {
  CHECK(error_of_text(json({{"a", "b"}, {"a", "x"}, {"y", "b"}}, {"\"b\"", "\"a\""})) ==
        "2:1: the target 'x' of the edge is not the id of a node; add the node, or correct the edge");
  CHECK(error_of_text(json({}, {"\"b\"", "\"a\"", "\"b\""})) ==
        "4:1: a second node with the id 'b'; every node has an id of its own");
  CHECK_THAT(error_of_text(json({}, {"\"a\"", "\"\""})), Catch::Contains("3:1: the id of the node is empty"));
  CHECK_THAT(error_of_text(json({}, {"\"a\"", "\"b\\u0001\""})),
             Catch::Contains("3:1: the id 'b\\x01' of the node holds a control character"));
}

TEST_CASE("vertices are numbered as nodes come, whatever edges have named before") {
  const LoadedGraph loaded =
      read_text(json({{"a", "b"}, {"b", "a"}, {"b", "c"}, {"c", "c"}}, {"\"c\"", "\"a\"", "\"b\""}));
  CHECK(shape_of(loaded.graph) == "c a b: c-b, a-b");
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.reciprocal_merged == 1);
}

TEST_CASE("ids that are all integers as they are written are ids, others are labels") {
  using Kind = VertexNames::Kind;
  const auto kind = [](const std::string& first, const std::string& second, bool labels) {
    return read_text(json({}, {first, second}), {.labels = labels}).graph.names().kind();
  };
  CHECK(kind("\"5\"", "0", false) == Kind::ids);
  CHECK(kind("\"5\"", "0", true) == Kind::labels);
  CHECK(kind("5", "\"00\"", false) == Kind::labels);
  CHECK(kind("5", "\"18446744073709551616\"", false) == Kind::labels);
  CHECK(kind("5", "\"x\"", false) == Kind::labels);
}

TEST_CASE("SIF: nodes by their names, several targets, nodes alone, tabs where there are some") {
  const std::string text = "A pp B C\nB pd D\n\nE\nF one\ttwo x\tthe last\n";
  CHECK(test::shape_of_text(text, {.format = "sif"}) ==
        "A B C D E F one the last: A-B, A-C, B-D, F one-the last");
  CHECK(test::error_of_text("A pp\n", {.format = "sif"}) ==
        "1:1: the line has no target; write 'source relation target'");
}
