#include <atomic>
#include <limits>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/graph/part.hpp>

#include "graph/graph_of_edges.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("a part numbers its vertices by increasing number") {
  const Graph graph = test::random_graph(30, 0.3, 4, test::TestWeights::real);
  const Part part = part_of(graph, VertexSet{20, 3, 7, 29, 11});
  REQUIRE_FALSE(part.whole());
  CHECK(part.original == VertexSet{3, 7, 11, 20, 29});
  CHECK(part.outside == std::numeric_limits<Weight>::infinity());
  for (Vertex i = 0; i < 5; ++i) {
    CHECK(part.to_graph(i) == part.original[i]);
    CHECK(part.to_part(part.original[i]) == i);
    VertexSet expected;
    for (const Vertex u : graph.neighbors(part.original[i])) {
      if (part.to_part(u) != no_vertex) expected.push_back(u);
    }
    CHECK(part.to_graph(part.graph.neighbors(i)) == expected);
  }
  CHECK(part.to_part(Vertex{4}) == no_vertex);
  CHECK(part.to_part(Vertex{30}) == no_vertex);
}

TEST_CASE("sets go into a part and come back in their order, without what lies outside") {
  const Graph graph = test::random_graph(12, 0.5, 2);
  const Part part = part_of(graph, VertexSet{1, 4, 6, 9});
  CHECK(part.to_part(VertexSet{9, 0, 1, 6, 11}) == VertexSet{3, 0, 2});
  CHECK(part.to_graph(VertexSet{3, 0, 2}) == VertexSet{9, 1, 6});
  const Part nothing = part_of(graph, {});
  CHECK(nothing.graph.num_vertices() == 0);
  CHECK(nothing.to_part(VertexSet{0, 1}).empty());
  CHECK(nothing.to_part(Vertex{0}) == no_vertex);
}

TEST_CASE("the part of all vertices is the graph itself") {
  const Graph graph = test::random_graph(8, 0.5, 3);
  VertexSet all(8);
  std::iota(all.rbegin(), all.rend(), Vertex{0});
  const Part part = part_of(graph, all);
  CHECK(part.whole());
  CHECK(part.original.empty());
  CHECK(part.outside == 0.0);
  CHECK(part.graph.targets().data() == graph.targets().data());
  CHECK(part.to_part(VertexSet{5, 2}) == VertexSet{5, 2});
  CHECK(part.to_graph(VertexSet{5, 2}) == VertexSet{5, 2});
}

TEST_CASE("a part of a part is a part of the whole graph") {
  const Graph graph = test::random_graph(40, 0.3, 9, test::TestWeights::integral);
  const VertexSet first{2, 3, 5, 8, 13, 21, 34, 39};
  const VertexSet second{1, 4, 6, 7};
  Part outer = part_of(graph, first);
  outer.outside = 3.0;
  Part inner = part_of(outer.graph, second);
  inner.outside = 2.0;
  const Part both = composed(outer, inner);
  CHECK(both.original == VertexSet{3, 13, 34, 39});
  CHECK(both.outside == 3.0);
  const Part direct = part_of(graph, both.original);
  for (Vertex i = 0; i < 4; ++i) {
    CHECK(test::row(both.graph, i) == test::row(direct.graph, i));
    CHECK(both.graph.name(i) == graph.name(both.original[i]));
  }
  CHECK(composed(Part{graph}, outer).original == first);
  CHECK(composed(outer, Part{outer.graph}).original == first);
  CHECK(composed(Part{graph}, Part{graph}).whole());
}

TEST_CASE("a part is not made once the run should stop, nor of vertices that are not there") {
  const Graph graph = test::random_graph(600, 0.9, 5);  // long enough for a look at the run
  VertexSet most(599);
  std::iota(most.begin(), most.end(), Vertex{0});
  const std::atomic<bool> cancelled = true;
  CHECK_FALSE(part_of(graph, most, RunContext({.threads = 1, .cancel = &cancelled})));
  CHECK(part_of(graph, most, RunContext({.threads = 1})));
  CHECK_THROWS_AS(part_of(graph, VertexSet{600}), InvalidArgument);
  CHECK_THROWS_AS(part_of(graph, VertexSet{6, 6}), InvalidArgument);
}
