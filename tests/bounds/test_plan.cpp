#include <algorithm>
#include <string_view>
#include <vector>

#include <lode/graph/generators.hpp>

#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("exhaustive search is not asked for sizes above its limit") {
  const Graph graph = gnp({.num_vertices = 900, .probability = 0.02, .seed = 4});
  const Vertex sizes[] = {301};
  RunContext run({.time_limit = 3.0});
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  RunContext part = run.part(1.0);
  plan.tighten(sizes[0], 0.0, part);
  for (const Bound& bound : plan.ledger().bounds(sizes[0])) CHECK(bound.name != "exact");
}

TEST_CASE("cheap rules are asked for all sizes, and a strong one lowers a bound that they leave") {
  const Graph graph = test::random_graph(18, 0.45, 12, test::TestWeights::integral);
  const std::vector<Vertex> sizes = {4, 7};
  const test::FakeClock still;
  const RunContext run({.clock = &still});
  BoundPlan plan(graph, sizes, run);
  CHECK(plan.ledger().bounds(7).size() == 1);  // the trivial one
  plan.add_cheap(run);
  for (const Vertex s : sizes) {
    std::vector<std::string_view> names;
    for (const Bound& bound : plan.ledger().bounds(s)) names.push_back(bound.name);
    for (const std::string_view name : {"trivial", "degree", "degeneracy", "turan", "lp", "chain"}) {
      INFO(name);
      CHECK(std::ranges::find(names, name) != names.end());
    }
  }
  const double optimum = test::brute_force_densest(graph, 7);
  REQUIRE(plan.ledger().best(7).value > optimum);
  plan.tighten(7, optimum, RunContext({.time_limit = 1e6, .clock = &still}));
  CHECK(plan.ledger().best(7).value == optimum);
  CHECK(plan.spent() > 0.0);
  for (const Bound& bound : plan.ledger().bounds(7)) CHECK(bound.seconds == 0.0);
}

TEST_CASE("the vertices peeled last are those of the innermost cores") {
  std::vector<Edge> edges;
  for (Vertex v = 1; v < 6; ++v) {
    for (Vertex u = 0; u < v; ++u) edges.push_back({u, v});
  }
  for (Vertex v = 6; v < 30; ++v) edges.push_back({v - 1, v});
  const Graph graph = Graph::from_edges(edges);
  const std::vector<Vertex> sizes = {6};
  const RunContext run;
  BoundPlan plan(graph, sizes, run);
  CHECK_FALSE(last_peeled(plan.findings(), 6));
  plan.add_cheap(run);
  CHECK(last_peeled(plan.findings(), 6) == VertexSet{0, 1, 2, 3, 4, 5});
}

TEST_CASE("where sets must include a vertex the cores of a dense part are no bound") {
  // 60 vertices, each joined to the three before it and to vertex 0; a path behind them. Vertices 0 to 40
  // have 40 edges to vertex 0, and 3 + 3 * 36 + 2 + 1 among the others: 154.
  std::vector<Edge> edges;
  constexpr Vertex dense = 60, all = 1000;
  for (Vertex v = 1; v <= dense; ++v) {
    edges.push_back({0, v});
    for (Vertex j = 1; j <= 3; ++j) {
      if (v > j) edges.push_back({v - j, v});
    }
  }
  for (Vertex v = dense; v + 1 < all; ++v) edges.push_back({v, v + 1});
  const Graph graph = Graph::from_edges(edges, all);
  const RunContext run({.threads = 1});
  const Vertex sizes[] = {41};
  BoundPlan plan(graph, SetFamily{.include = {0}}, sizes, run);
  const auto part = find_dense_part(plan.ledger().graph(), 2, 5, run, {.least_arcs = 0});
  REQUIRE(part);
  plan.add_cheap(part, 1e9, run);
  VertexSet set;
  for (Vertex v = 0; v <= 40; ++v) set.push_back(v);
  const Weight weight = induced_totals(graph, set).weight;
  CHECK(weight == 154.0);
  for (const Bound& bound : plan.ledger().bounds(41)) {
    INFO(bound.name);
    CHECK(bound.value >= weight);
  }
}

TEST_CASE("one vertex weighs nothing, and real weights do not change that") {
  const WeightedEdge edges[] = {{0, 1, 0.1}, {1, 2, 0.25}, {2, 3, 0.7}};
  const Graph graph = Graph::from_edges(edges, 4);
  const Vertex sizes[] = {1};
  const RunContext run;
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  CHECK(plan.ledger().best(1).value == 0.0);
}
