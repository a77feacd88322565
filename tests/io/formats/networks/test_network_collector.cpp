#include <string>
#include <vector>

#include <lode/core/error.hpp>

#include "io/formats/networks/network_collector.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

/// A parser that knows nodes and edges by heart.
struct Recited {
  std::vector<std::string> nodes;
  std::vector<std::pair<std::string, std::string>> edges;
};
Recited recited;

class Here final : public detail::PlaceOfElement {
 public:
  detail::TextPlace place() const override { return {line, 3}; }
  std::uint64_t line = 0;
};

detail::NetworkText recite(detail::CompressedInput&, const ReadOptions&, const RunContext&,
                           detail::NetworkSink& sink) {
  Here here;
  for (const auto& [u, v] : recited.edges) {
    ++here.line;
    detail::NetworkEdge edge;
    edge.source = u;
    edge.target = v;
    sink.edge(edge, here);
  }
  for (const std::string& id : recited.nodes) {
    ++here.line;
    sink.node(id, std::nullopt, here);
  }
  detail::NetworkText text;
  text.lines = here.line;
  text.graph.line = 1;
  return text;
}

constexpr detail::NetworkForm recited_form = {.title = "recited",
                                              .absent_weight = detail::AbsentWeight::error,
                                              .directed_remedy = "say so",
                                              .parse = recite};

std::string recited_error() {
  detail::CompressedInput input("x", "input");
  try {
    detail::read_network(recited_form, input, {}, RunContext({.threads = 1}));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("edges before nodes: the first edge to a node that never comes is named") {
  recited = {{"b", "a"}, {{"a", "b"}, {"a", "x"}, {"y", "b"}}};
  CHECK(recited_error() ==
        "input:2:3: the target 'x' of the edge is not the id of a node; add the node, or correct the edge");
  recited = {{"b", "a", "b"}, {}};
  CHECK(recited_error() == "input:3:3: a second node with the id 'b'; every node has an id of its own");
  recited = {{}, {}};
  CHECK(recited_error() == "input:1: the graph has no nodes; a graph needs at least one node");
  recited = {{"a", ""}, {}};
  CHECK_THAT(recited_error(), Catch::Contains("input:2:3: the id of the node is empty"));
  recited = {{"a", "b\x01"}, {}};
  CHECK_THAT(recited_error(),
             Catch::Contains("input:2:3: the id 'b\\x01' of the node holds a control character"));
}

TEST_CASE("vertices are numbered as nodes come, whatever edges have named before") {
  recited = {{"c", "a", "b"}, {{"a", "b"}, {"b", "a"}, {"b", "c"}, {"c", "c"}}};
  detail::CompressedInput input("x", "input");
  const LoadedGraph loaded = detail::read_network(recited_form, input, {}, RunContext({.threads = 1}));
  CHECK(loaded.graph.name(0) == "c");
  CHECK(loaded.graph.adjacent(1, 2));
  CHECK(loaded.graph.adjacent(0, 2));
  CHECK(loaded.graph.num_edges() == 2);
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.reciprocal_merged == 1);
}
