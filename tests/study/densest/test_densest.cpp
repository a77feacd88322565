#include <bit>
#include <cmath>
#include <cstdint>

#include <lode/core/error.hpp>
#include <lode/study/densest.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// The largest w(S) / |S| of sets whose sizes pass a test.
template <class Allowed>
double best_ratio(const Graph& graph, Allowed allowed) {
  double best = -1.0;
  for (std::uint32_t set = 1; set < std::uint32_t{1} << graph.num_vertices(); ++set) {
    const int size = std::popcount(set);
    if (!allowed(size)) continue;
    double weight = 0.0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if ((set >> v & 1) == 0) continue;
      graph.for_each_neighbor(v,
                              [&](Vertex u, Weight w) { weight += u > v && (set >> u & 1) != 0 ? w : 0.0; });
    }
    best = std::max(best, weight / size);
  }
  return best;
}

void check_answer(const DensestSubgraph& found, double best) {
  CHECK(found.ratio() <= best + 1e-9);
  CHECK(found.bound >= best - 1e-9);
  if (found.proven_optimal) CHECK(found.ratio() == Approx(best).margin(1e-9));
}

}  // namespace

TEST_CASE("densest sets of at least and at most k vertices agree with all sets") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const auto n = static_cast<Vertex>(1 + seed % 9);
    const auto kind = seed % 4 == 0   ? test::TestWeights::real
                      : seed % 4 == 1 ? test::TestWeights::integral
                                      : test::TestWeights::none;
    const Graph graph = test::random_graph(n, 0.1 * static_cast<double>(seed % 10), seed, kind, 1.0);
    for (Vertex k = 1; k <= n; ++k) {
      INFO("seed " << seed << " k " << k);
      const DensestSubgraph least = find_densest(graph, {.at_least = k}).densest;
      REQUIRE(least.vertices.size() >= k);
      check_answer(least, best_ratio(graph, [&](int size) { return size >= static_cast<int>(k); }));
      const DensestSubgraph most = find_densest(graph, {.at_most = k}).densest;
      REQUIRE(most.vertices.size() <= k);
      CHECK(most.proven_optimal);
      check_answer(most, best_ratio(graph, [&](int size) { return size <= static_cast<int>(k); }));
      CHECK(least.proven_optimal);
    }
  }
  const Graph graph = Graph::from_edges({{0, 1}});
  for (const Vertex k : {0, 3}) {
    CHECK_THROWS_AS(find_densest(graph, {.at_least = k}).densest, InvalidArgument);
    CHECK_THROWS_AS(find_densest(graph, {.at_most = k}).densest, InvalidArgument);
  }
}

TEST_CASE("questions about densities that cannot be asked together are refused") {
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}});
  const auto refused = [&](const DensestRequest& request) {
    CHECK_THROWS_AS(find_densest(graph, request), InvalidArgument);
  };
  refused({.terms = {.values = {1, 2, 3}}, .anchors = {0}});
  refused({.demands = {.include = {1}}, .anchors = {0}});
  refused({.terms = {.costs = {1, 2, 3}}, .at_least = 2});
  refused({.demands = {.exclude = {1}}, .at_most = 2});
  refused({.at_least = 1, .at_most = 2});
  refused({.at_least = 1, .keep_split = KeepSplit::yes});
  refused({.anchors = {0}, .decomposition = true});
}

TEST_CASE("an answer holds what was asked for") {
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}, {0, 2}, {2, 3}});
  const DensestAnswer answer = find_densest(graph, {.decomposition = true, .locally_densest = true});
  CHECK(answer.densest.vertices.size() == 4);
  REQUIRE(answer.decomposition);
  CHECK(answer.locally_densest.size() == 1);
  const DensestAnswer weighted = find_densest(graph, {.weighting = EdgeWeighting::fraudar});
  CHECK(weighted.graph.weighted());
  CHECK(weighted.densest.ratio() < answer.densest.ratio());
}
