
#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/enumeration/exact.hpp"
#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::make_problem;

namespace {

ExactOptions light() {
  ExactOptions options;
  options.start_work = 0;
  return options;
}

ExactResult search(const Graph& graph, Vertex s, const ExactOptions& options = light(), int threads = 1) {
  RunOptions run_options;
  run_options.threads = threads;
  RunContext run(run_options);
  return exact_search(make_problem(graph, s), options, run);
}

}  // namespace

TEST_CASE("the exact search finds and proves the optimum of small graphs, all sizes") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Vertex n = 1 + static_cast<Vertex>(seed % 14);
    const double scale = seed % 2 == 0 ? 1e-7 : 1e5;
    const Graph graph = test::random_graph(n, 0.007 * static_cast<double>(seed), seed, kind, scale);
    for (Vertex s = 1; s <= n; ++s) {
      const double optimum = test::brute_force_densest(graph, s);
      const ExactResult result = search(graph, s);
      INFO("seed " << seed << ", n = " << n << ", s = " << s);
      CHECK(result.proven);
      CHECK(result.stop_reason == StopReason::optimal);
      CHECK(result.weight == Approx(optimum).epsilon(1e-9));
      if (graph.integral()) CHECK(result.upper_bound == optimum);
      CHECK(result.upper_bound >= optimum);
      CHECK(result.upper_bound <= optimum * (1.0 + 1e-9));
      REQUIRE(result.upper_bounds.size() == s + std::size_t{1});
      for (Vertex j = 1; j <= s; ++j) {
        CHECK(result.upper_bounds[j] >= test::brute_force_densest(graph, j) * (1.0 - 1e-15));
      }
    }
  }
}

TEST_CASE("bounds of large sizes of sparse graphs with large weights do not overflow") {
  const std::vector<WeightedEdge> edges = {{0, 1, 3e14}, {2, 3, 3e14}, {4, 5, 3e14}};
  const Graph graph = Graph::from_edges(edges, 20'000);
  const ExactResult result = search(graph, 15'000);
  CHECK(result.weight == 9e14);
  CHECK(result.upper_bound == 9e14);
  CHECK(result.proven);
  for (Vertex j = 6; j <= 15'000; ++j) REQUIRE(result.upper_bounds[j] == 9e14);
}

TEST_CASE("pairs and triples of vertices whose edges weigh far more together are not lost", "[slow]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Vertex n = 80 + static_cast<Vertex>(seed % 40);
    const Graph graph = test::random_graph(n, 0.9, seed, test::TestWeights::real, 1.99);
    double best[] = {0.0, 0.0, 0.0, 0.0};
    const auto weight = [&](Vertex u, Vertex v) { return graph.edge_weight(u, v).value_or(0.0); };
    for (Vertex u = 0; u < n; ++u) {
      for (Vertex v = u + 1; v < n; ++v) {
        best[2] = std::max(best[2], weight(u, v));
        for (Vertex w = v + 1; w < n; ++w)
          best[3] = std::max(best[3], weight(u, v) + weight(u, w) + weight(v, w));
      }
    }
    for (const Vertex s : {2, 3}) {
      INFO("seed " << seed << ", s = " << s);
      // The search itself has to find the best set.
      ExactOptions poor = light();
      poor.start_work = 1;
      Problem problem = make_problem(graph, s);
      problem.start = StartKind::given;
      for (Vertex v = 0; v < s; ++v) problem.given.push_back(v);
      const ExactResult found = exact_search(problem, poor, RunContext({.threads = 1}));
      CHECK(found.upper_bound >= best[s]);
      CHECK(found.weight == Approx(best[s]));
    }
  }
}

TEST_CASE("the exact search proves the optima of the karate club that semidefinite bounds do not contradict",
          "[slow]") {
  RunContext run;
  const Graph graph = read_graph(LODE_REPOSITORY "/datasets/karate.txt", {}, run).graph;
  for (Vertex s = 1; s <= graph.num_vertices(); ++s) {
    const ExactResult result = search(graph, s);
    INFO("s = " << s);
    CHECK(result.proven);
    const std::vector<Vertex> sizes = {s};
    BoundPlan plan(graph, sizes, run);
    plan.ask("outside", {.s = s, .incumbent = result.weight, .work = 1e8}, run);
    CHECK(plan.ledger().value(s) >= result.weight);
    if (s > 2) CHECK(plan.ledger().value(s) <= 1.05 * result.weight + 1.0);
  }
}

TEST_CASE("the exact search is the same for any number of threads") {
  const Graph graph = test::random_graph(60, 0.25, 8);
  ExactOptions options = light();
  for (const std::uint64_t limit : {0u, 3000u}) {
    options.work = limit;
    const ExactResult one = search(graph, 11, options, 1);
    const ExactResult three = search(graph, 11, options, 3);
    CHECK(one.vertices == three.vertices);
    CHECK(one.nodes == three.nodes);
    CHECK(one.upper_bounds == three.upper_bounds);
    CHECK(one.proven == (limit == 0));
    CHECK(one.nodes > 0);
    CHECK((limit == 0 || one.nodes <= limit));
  }
}

TEST_CASE("a search that is stopped has a bound and a set") {
  const Graph graph = test::random_graph(200, 0.15, 4);
  ExactOptions options = light();
  double before = std::numeric_limits<double>::infinity();
  for (const std::uint64_t limit : {1u, 20000u, 300000u}) {
    options.work = limit;
    const ExactResult result = search(graph, 18, options);
    CHECK(result.stop_reason == StopReason::iterations);
    CHECK(result.vertices.size() == 18);
    CHECK(result.upper_bound >= result.weight);
    CHECK(result.upper_bound <= before);
    CHECK_FALSE(result.proven);
    before = result.upper_bound;
  }
  options.work = 0;
  test::FakeClock clock(1e-4);
  RunOptions limited;
  limited.clock = &clock;
  limited.time_limit = 1.0;
  RunContext run(limited);
  const ExactResult result = exact_search(make_problem(graph, 18), options, run);
  CHECK(result.stop_reason == StopReason::deadline);
  CHECK(result.vertices.size() == 18);

  Problem problem = make_problem(graph, 18);
  problem.target = 10.0;
  RunContext free;
  CHECK(exact_search(problem, options, free).stop_reason == StopReason::target);
}

TEST_CASE("the exact search refuses sizes outside the graph") {
  const Graph graph = test::random_graph(10, 0.3, 2);
  CHECK_THROWS_AS(search(graph, 0), InvalidArgument);
  CHECK_THROWS_AS(search(graph, 11), InvalidArgument);
}

TEST_CASE("the method exact hands on what it proves") {
  const Graph graph = test::random_graph(30, 0.3, 6);
  RunContext run;
  const Solution solution = solve("exact", make_problem(graph, 8), {}, run);
  CHECK(solution.stop_reason == StopReason::optimal);
  REQUIRE(solution.upper_bound);
  CHECK(*solution.upper_bound == solution.weight);
  const Solution limited = solve("exact", make_problem(graph, 8), {{"work", "10"}}, run);
  REQUIRE(limited.upper_bound);
  CHECK(*limited.upper_bound >= solution.weight);
  // Where cheap bounds prove the first set optimal, neither search takes a step.
  const Vertex parts[] = {3, 3, 3, 3};
  const Solution at_once = solve("exact", make_problem(complete_multipartite(parts), 6), {}, run);
  CHECK(at_once.weight == 13.0);
  CHECK(at_once.stop_reason == StopReason::optimal);
  CHECK(at_once.iterations == 0);
}

TEST_CASE("limited work takes about the same on dense weighted graphs as on sparse ones") {
  const auto looks = [](double density) {
    const Graph graph = test::random_graph(300, density, 4, test::TestWeights::real);
    const Vertex sizes[] = {12};
    BoundPlan plan(graph, sizes, RunContext({.threads = 1}), Proofs::drop);
    const test::FakeClock clock;
    plan.ask("exact", {.s = 12, .work = 4e8}, RunContext({.threads = 1, .time_limit = 1.0, .clock = &clock}));
    CHECK(plan.spent() <= 6e8);
    return clock.readings();
  };
  CHECK(looks(0.9) < 3 * looks(0.04));
}
