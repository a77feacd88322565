#include <algorithm>
#include <atomic>
#include <vector>

#include <lode/graph/densest.hpp>
#include <lode/subgraph/registry.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

Problem problem_of(const Graph& graph, Vertex s) {
  Problem problem;
  problem.graph = graph;
  problem.s = s;
  return problem;
}

Solution lp_rounding(const Problem& problem, const RunContext& run) {
  return method("lp").solve(problem, {}, run);
}

}  // namespace

TEST_CASE("lp is optimal at the sizes of the decomposition and holds whole layers below") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Graph graph = test::random_graph(12, 0.35, seed, kind);
    RunContext run;
    const DenseDecomposition decomposition = dense_decomposition(graph, run);
    for (Vertex s = 1; s <= 12; ++s) {
      RunContext fresh;
      const Solution solution = lp_rounding(problem_of(graph, s), fresh);
      for (const DenseLayer& layer : decomposition.layers) {
        if (layer.size > s) continue;
        for (Vertex i = 0; i < layer.size; ++i) {
          CHECK(
              std::binary_search(solution.vertices.begin(), solution.vertices.end(), decomposition.order[i]));
        }
        if (layer.size < s) continue;
        CHECK(solution.weight == Approx(test::brute_force_densest(graph, s)).epsilon(1e-12));
        CHECK(solution.stop_reason == StopReason::optimal);
      }
    }
  }
}

TEST_CASE("ties of lp go to weight towards the inner layers, then to smaller numbers") {
  // A clique of five, 3..7; pendant edges at 3 and 4: 0-3, 1-4; a second pair 8-9 hangs on 5 by 8.
  std::vector<Edge> edges{{0, 3}, {1, 4}, {8, 9}, {8, 5}, {2, 0}};
  for (Vertex u = 3; u < 8; ++u) {
    for (Vertex v = u + 1; v < 8; ++v) edges.push_back({u, v});
  }
  const Graph graph = Graph::from_edges(std::span<const Edge>(edges));
  RunContext run;
  const auto answer = [&](Vertex s) { return lp_rounding(problem_of(graph, s), run).vertices; };
  CHECK(answer(5) == VertexSet{3, 4, 5, 6, 7});
  CHECK(answer(4) == VertexSet{3, 4, 5, 6});  // nothing inside: numbers decide
  CHECK(answer(7) == VertexSet{0, 1, 3, 4, 5, 6, 7});
  CHECK(answer(8) == VertexSet{0, 1, 3, 4, 5, 6, 7, 8});
  CHECK(answer(9) == VertexSet{0, 1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("lp stops where its run says") {
  const Graph graph = test::random_graph(200, 0.05, 9);
  std::atomic<bool> cancel{true};
  RunContext cancelled({.cancel = &cancel});
  CHECK(lp_rounding(problem_of(graph, 20), cancelled).stop_reason == StopReason::interrupted);
  test::FakeClock clock(0.001);
  RunContext late({.time_limit = 0.005, .clock = &clock});
  const Solution solution = lp_rounding(problem_of(graph, 20), late);
  CHECK(solution.stop_reason == StopReason::deadline);
  CHECK(solution.vertices.size() == 20);
  Problem problem = problem_of(graph, 20);
  RunContext run;
  problem.target = lp_rounding(problem, run).weight;
  REQUIRE(problem.target > 0.0);
  CHECK(lp_rounding(problem, run).stop_reason == StopReason::target);
}
