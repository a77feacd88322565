#include <algorithm>

#include <lode/core/error.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/problem/exclusion.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("every method leaves out what is excluded") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Graph graph = test::random_graph(13, 0.45, seed, kind);
    const VertexSet exclude = {static_cast<Vertex>(seed % 13), static_cast<Vertex>((seed + 5) % 13)};
    const Problem problem{.graph = graph, .s = 5, .exclude = exclude};
    const std::uint32_t unwanted = test::mask_of(exclude);
    const double optimum =
        *test::brute_force_densest(graph, 5, [&](std::uint32_t set) { return (set & unwanted) == 0; });
    for (const MethodRow& row : methods()) {
      RunContext run;
      const Solution solution = solve(row.name, problem, {}, run);
      INFO(row.name << ", seed " << seed);
      REQUIRE(solution.vertices.size() == 5);
      CHECK((test::mask_of(solution.vertices) & unwanted) == 0);
      CHECK(solution.weight == Approx(induced_totals(graph, solution.vertices).weight));
      CHECK(solution.weight <= optimum * (1.0 + 1e-12));
      if (row.name == "hybrid") CHECK(solution.weight == Approx(optimum));
    }
  }
}

TEST_CASE("given start and included vertices are carried over and back") {
  const Graph graph = test::random_graph(14, 0.5, 9);
  Problem problem{.graph = graph, .s = 6, .exclude = {12, 0, 3}};
  problem.include = {13, 1};
  problem.start = StartKind::given;
  problem.given = {0, 2, 13, 5};
  const ReducedProblem reduced = without_excluded(problem);
  CHECK(reduced.problem.graph.num_vertices() == 11);
  CHECK(reduced.problem.exclude.empty());
  CHECK(reduced.part.to_graph(reduced.problem.include) == VertexSet{13, 1});
  CHECK(reduced.part.to_graph(reduced.problem.given) == VertexSet{2, 13, 5});
  for (Vertex v = 0; v < 11; ++v)
    CHECK(reduced.problem.graph.name(v) == graph.name(reduced.part.original[v]));
  RunContext run;
  const Solution solution = solve("hybrid", problem, {}, run);
  const std::uint32_t mask = test::mask_of(solution.vertices);
  const std::uint32_t wanted = test::mask_of(problem.include);
  const std::uint32_t unwanted = test::mask_of(problem.exclude);
  CHECK((mask & wanted) == wanted);
  CHECK((mask & unwanted) == 0);
  CHECK(solution.weight == *test::brute_force_densest(graph, 6, [&](std::uint32_t set) {
          return (set & wanted) == wanted && (set & unwanted) == 0;
        }));
}

TEST_CASE("what cannot be excluded is refused") {
  const Graph graph = test::random_graph(10, 0.5, 3);
  RunContext run;
  const auto refused = [&](const Problem& problem, const std::string& words) {
    CHECK_THROWS_WITH(solve("peeling", problem, {}, run), Catch::Matchers::Contains(words));
    CHECK_THROWS_AS(solve("hybrid", problem, {}, run), InvalidArgument);
  };
  refused(Problem{.graph = graph, .s = 3, .exclude = {10}}, "does not exist");
  refused(Problem{.graph = graph, .s = 3, .exclude = {4, 2, 4}}, "is given twice");
  refused(Problem{.graph = graph, .s = 8, .exclude = {1, 2, 3}}, "at most 7");
  refused(Problem{.graph = graph, .s = 1, .exclude = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, "at most 0");
  Problem both{.graph = graph, .s = 3, .exclude = {1, 2}};
  both.include = {2};
  refused(both, "is excluded too");
}
