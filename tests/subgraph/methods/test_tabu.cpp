#include <atomic>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/problem/starts.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::make_problem;

TEST_CASE("tabu reaches the optimum of small graphs") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Vertex n = 5 + static_cast<Vertex>(seed % 9);
    const Graph graph = test::random_graph(n, 0.1 + 0.013 * static_cast<double>(seed), seed, kind, 1e3);
    for (Vertex s = 1; s <= n; ++s) {
      RunContext run;
      const MethodSettings settings = {{"restarts", "60"}, {"stall", "40"}};
      const double optimum = test::brute_force_densest(graph, s);
      INFO("seed " << seed << ", n = " << n << ", s = " << s);
      CHECK(solve("tabu", make_problem(graph, s), settings, run).weight == Approx(optimum).epsilon(1e-12));
    }
  }
}

TEST_CASE("tabu with one start and stall 1 stops at the first exchange that does not improve") {
  const Graph graph = test::random_graph(80, 0.1, 5);
  MethodSettings settings = {{"restarts", "1"}, {"stall", "1"}};
  Problem problem = make_problem(graph, 12);
  problem.start = StartKind::random;
  RunContext run;
  const Solution solution = solve("tabu", problem, settings, run);
  CHECK(solution.stop_reason == StopReason::iterations);
  CHECK(solution.iterations + 1 >= solution.trace.size());
  // The trace holds the start and every improving exchange; one more exchange, at most, ended the run.
  CHECK(solution.iterations <= solution.trace.size());
  CHECK(solution.trace.size() > 3);
  settings["stall"] = "300";
  CHECK(solve("tabu", problem, settings, run).weight >= solution.weight);
}

TEST_CASE("a deadline ends tabu, wherever in its climb it comes") {
  const Graph graph = test::random_graph(400, 0.3, 6);
  Problem problem = make_problem(graph, 60);
  problem.start = StartKind::random;
  for (int limit = 2; limit < 60; ++limit) {
    // Every reading takes a second: the start, the polls and what is written to the trace.
    const test::FakeClock clock(1.0);
    RunContext run({.threads = 1, .time_limit = static_cast<double>(limit), .clock = &clock});
    const Solution solution = solve("tabu", problem, {}, run);
    CAPTURE(limit);
    CHECK(solution.stop_reason == StopReason::deadline);
  }
}

TEST_CASE("tabu finds the best known sets of real graphs") {
  struct Row {
    const char* graph;
    Vertex s;
    double edges;
  };
  const Row rows[] = {{"p2p-Gnutella04", 100, 509},
                      {"email-Enron", 100, 2557},
                      {"facebook_combined", 100, 4873},
                      {"ca-CondMat", 60, 734}};
  for (const Row& row : rows) {
    const auto path = test::dataset(std::string(row.graph) + ".txt.gz");
    if (!path) return;
    RunContext run;
    Problem problem = make_problem(read_graph(*path, {}, run).graph, row.s);
    problem.target = row.edges;
    INFO(row.graph << ", s = " << row.s);
    CHECK(solve("tabu", problem, {}, run).weight >= row.edges);
  }
}
