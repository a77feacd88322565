#include <algorithm>
#include <iterator>

#include <lode/core/error.hpp>
#include <lode/subgraph/problem.hpp>

#include "subgraph/problem/starts.hpp"
#include "subgraph/state/swap_state.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::make_problem;

TEST_CASE("starts are sets of s vertices as defined") {
  const Graph graph = test::random_graph(50, 0.2, 12);
  Problem problem = make_problem(graph, 10);
  const VertexSet degree = make_start(problem, StartKind::degree, 5);
  for (Vertex v = 0; v < 50; ++v) {
    if (std::binary_search(degree.begin(), degree.end(), v)) continue;
    for (const Vertex u : degree) {
      CHECK((graph.degree(u) > graph.degree(v) || (graph.degree(u) == graph.degree(v) && u < v)));
    }
  }
  const VertexSet random = make_start(problem, StartKind::random, 5);
  CHECK(random.size() == 10);
  CHECK(random == make_start(problem, StartKind::random, 5));
  CHECK(random != make_start(problem, StartKind::random, 6));

  problem.given = {3, 1, 4};
  const VertexSet grown = make_start(problem, StartKind::given, 5);
  CHECK(grown.size() == 10);
  for (const Vertex v : problem.given) CHECK(std::binary_search(grown.begin(), grown.end(), v));
  VertexSet all(50);
  for (Vertex v = 0; v < 50; ++v) all[v] = v;
  CHECK(repair_to_size(graph, all, 10).size() == 10);
  CHECK(repair_to_size(graph, {}, 2).size() == 2);
  // Dropping from all vertices one by one is peeling, up to ties.
  CHECK(induced_totals(graph, repair_to_size(graph, all, 49)).edges ==
        graph.num_edges() - graph.degree(*std::min_element(all.begin(), all.end(), [&](Vertex a, Vertex b) {
          return graph.degree(a) < graph.degree(b);
        })));
}

TEST_CASE("peeling removes a vertex of least remaining degree at every step") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral}) {
    const Graph graph = test::random_graph(40, 0.15, 21, kind);
    for (Vertex s = 1; s < 40; ++s) {
      const VertexSet larger = peel(graph, s + 1);
      const VertexSet smaller = peel(graph, s);
      VertexSet removed;
      std::set_difference(larger.begin(), larger.end(), smaller.begin(), smaller.end(),
                          std::back_inserter(removed));
      REQUIRE(removed.size() == 1);
      const SwapState state(graph, larger);
      for (const Vertex v : larger) CHECK(state.degree_into(removed[0]) <= state.degree_into(v));
    }
  }
}

TEST_CASE("starts refuse sizes above n and vertices that do not exist or stand twice") {
  const Graph graph = test::random_graph(30, 0.2, 1);
  CHECK(peel(graph, 0).empty());
  CHECK(peel(graph, 30).size() == 30);
  CHECK_THROWS_AS(peel(graph, 31), InvalidArgument);
  CHECK_THROWS_AS(peel(Graph(), 1), InvalidArgument);
  for (const StartKind kind : {StartKind::random, StartKind::degree, StartKind::peeling, StartKind::given}) {
    CHECK(make_start(Problem{.graph = graph, .s = 30}, kind, 1).size() == 30);
    CHECK_THROWS_AS(make_start(Problem{.graph = graph, .s = 31}, kind, 1), InvalidArgument);
  }
  CHECK(repair_to_size(graph, {0, 5}, 4, {7}).size() == 4);
  CHECK_THROWS_AS(repair_to_size(graph, {0, 5}, 31), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {0, 30}, 4), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {5, 5}, 4), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {0}, 4, {99}), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {0}, 4, {3, 3}), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {0}, 2, {1, 2, 3}), InvalidArgument);
}
