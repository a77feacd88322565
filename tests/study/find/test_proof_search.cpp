#include <algorithm>
#include <string>
#include <vector>

#include "study/find/proof_search.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("a proof search ends where answer and bound meet, and logs every step to there") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Graph graph = test::random_graph(
        16, 0.45, seed, seed % 2 == 0 ? test::TestWeights::integral : test::TestWeights::none);
    const Problem problem{.graph = graph, .s = 7};
    const Vertex sizes[] = {7};
    RunContext run({.time_limit = 30.0});
    BoundPlan plan(graph, sizes, run);
    plan.add_cheap(run);
    Problem poor = problem;
    poor.start = StartKind::given;
    poor.given = {0, 1, 2, 3, 4, 5, 6};
    Solution solution = finish_solution(problem, poor.given, {}, StopReason::converged, 0, run);
    std::vector<ProofEvent> events;
    search_proof(problem, {.log = [&](const ProofEvent& event) { events.push_back(event); }}, plan, solution,
                 run);
    INFO("seed " << seed);
    CHECK(solution.weight == test::brute_force_densest(graph, 7));
    CHECK(plan.ledger().best(7).value == solution.weight);
    REQUIRE_FALSE(events.empty());
    for (std::size_t i = 1; i < events.size(); ++i) {
      CHECK(events[i].best >= events[i - 1].best);
      CHECK(events[i].bound <= events[i - 1].bound);
      CHECK((events[i].best > events[i - 1].best || events[i].bound < events[i - 1].bound));
      CHECK(events[i].seconds >= events[i - 1].seconds);
    }
    CHECK(events.back().gap == 0.0);
  }
}

TEST_CASE("a proof search without time leaves answer and bound as they are") {
  const Graph graph = test::random_graph(30, 0.5, 3);
  const Problem problem{.graph = graph, .s = 10};
  const Vertex sizes[] = {10};
  RunContext run({.time_limit = 0.0});
  BoundPlan plan(graph, sizes, run);
  Solution solution =
      finish_solution(problem, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {}, StopReason::converged, 0, run);
  const double weight = solution.weight;
  search_proof(problem, {}, plan, solution, run);
  CHECK(solution.weight == weight);
  CHECK(plan.ledger().best(10).value == 45.0);
}

TEST_CASE("a proof search goes on with every method, and from the start that was asked for") {
  const Graph graph = test::random_graph(24, 0.4, 5);
  const Vertex sizes[] = {8};
  for (const MethodRow& row : methods()) {
    RunContext run({.time_limit = 20.0});
    BoundPlan plan(graph, sizes, run);
    plan.add_cheap(run);
    Problem problem{.graph = graph, .s = 8};
    if (row.uses_start) {
      problem.start = StartKind::given;
      problem.given = {16, 17, 18, 19, 20, 21, 22, 23};
    }
    Solution solution = solve(row.name, problem, {}, run);
    const Weight before = solution.weight;
    INFO(row.name);
    CHECK_NOTHROW(search_proof(problem, {.method = std::string(row.name)}, plan, solution, run));
    CHECK(solution.weight >= before);
    CHECK(plan.ledger().best(8).value >= solution.weight);
  }
}

TEST_CASE("rounding is no progress of a proof search") {
  const Graph graph = test::random_graph(40, 0.5, 3, test::TestWeights::real);
  const Problem problem{.graph = graph, .s = 12};
  const Vertex sizes[] = {12};
  const test::FakeClock clock(1e-3);
  const RunContext run({.threads = 1, .time_limit = 1.0, .clock = &clock});
  BoundPlan plan(graph, sizes, run);
  Solution solution = solve("peeling", problem, {}, run);
  const VertexSet vertices = solution.vertices;
  solution.weight *= 1.0 - 1e-15;
  std::vector<std::string> by;
  search_proof(problem,
               {.method = "peeling", .log = [&](const ProofEvent& event) { by.emplace_back(event.by); }},
               plan, solution, run);
  CHECK(std::ranges::count(by, "peeling") == 0);
}
