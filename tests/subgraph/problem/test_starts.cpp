#include <algorithm>
#include <atomic>
#include <iterator>

#include <lode/core/error.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

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
  const VertexSet degree = make_start(problem, StartKind::degree, RunContext({.seed = 5}));
  for (Vertex v = 0; v < 50; ++v) {
    if (std::binary_search(degree.begin(), degree.end(), v)) continue;
    for (const Vertex u : degree) {
      CHECK((graph.degree(u) > graph.degree(v) || (graph.degree(u) == graph.degree(v) && u < v)));
    }
  }
  const VertexSet random = make_start(problem, StartKind::random, RunContext({.seed = 5}));
  CHECK(random.size() == 10);
  CHECK(random == make_start(problem, StartKind::random, RunContext({.seed = 5})));
  CHECK(random != make_start(problem, StartKind::random, RunContext({.seed = 6})));

  problem.given = {3, 1, 4};
  const VertexSet grown = make_start(problem, StartKind::given, RunContext({.seed = 5}));
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

TEST_CASE("starts have the size that is asked for, and sizes above n break an invariant") {
  const Graph graph = test::random_graph(30, 0.2, 1);
  CHECK(peel(graph, 0).empty());
  CHECK(peel(graph, 30).size() == 30);
  CHECK_THROWS_AS(peel(graph, 31), InternalError);
  CHECK_THROWS_AS(peel(Graph(), 1), InternalError);
  for (const StartKind kind : {StartKind::random, StartKind::degree, StartKind::peeling, StartKind::given}) {
    CHECK(make_start(Problem{.graph = graph, .s = 30}, kind, RunContext({.seed = 1})).size() == 30);
    CHECK_THROWS_AS(make_start(Problem{.graph = graph, .s = 31}, kind, RunContext({.seed = 1})),
                    InternalError);
  }
  CHECK(repair_to_size(graph, {0, 5}, 4, {7}).size() == 4);
  CHECK_THROWS_AS(repair_to_size(graph, {0, 5}, 31), InternalError);
  CHECK_THROWS_AS(repair_to_size(graph, {0}, 2, {1, 2, 3}), InternalError);
}

TEST_CASE("a run that is over before a large graph is peeled starts from the largest degrees") {
  constexpr Vertex n = 300'000;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  for (Vertex v = 2; v < 40; ++v) edges.push_back({v, n / 2 + v * v});
  Problem problem;
  problem.graph = Graph::from_edges(std::span<const Edge>(edges), n);
  problem.s = 10;
  const std::atomic<bool> cancel = true;
  const RunContext over({.cancel = &cancel});
  CHECK(make_start(problem, StartKind::peeling, over) == make_start(problem, StartKind::degree, over));
  CHECK_FALSE(peel(problem.graph, 10, over));
  CHECK(subgraph::detail::last_of(subgraph::detail::degree_order(problem.graph), 10) ==
        make_start(problem, StartKind::degree, over));
  for (const char* name : {"hybrid", "peeling", "tabu"}) {
    CAPTURE(name);
    const Solution solution = solve(name, problem, {}, over);
    CHECK(solution.vertices == make_start(problem, StartKind::degree, over));
    CHECK(solution.stop_reason == StopReason::interrupted);
  }
}
