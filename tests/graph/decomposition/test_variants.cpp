#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

#include "graph/karate_club.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// The best ratio of the sets that pass a test, and the union of all sets of that ratio.
template <class Ratio, class Allowed>
std::pair<double, std::uint32_t> best_of_all(Vertex n, Ratio ratio, Allowed allowed) {
  double best = -INFINITY;
  std::uint32_t all = 0;
  for (std::uint32_t set = 1; set < std::uint32_t{1} << n; ++set) {
    if (!allowed(set)) continue;
    const double value = ratio(set);
    if (value > best + 1e-9) all = 0;
    if (value > best - 1e-9) all |= set;
    best = std::max(best, value);
  }
  return {best, all};
}

/// Whether removing any vertices of the set takes at least the density for each.
bool compact(const Graph& graph, std::uint32_t set, double density) {
  if (!test::induces_connected(graph, set)) return false;
  const double all = test::weight_inside(graph, set);
  for (std::uint32_t removed = set; removed != 0; removed = (removed - 1) & set) {
    const double lost = all - test::weight_inside(graph, set & ~removed);
    if (lost < density * std::popcount(removed) - 1e-9) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("densest sets that hold some vertices and none of others are the best of these") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto n = static_cast<Vertex>(2 + seed % 8);
    const auto kind = seed % 3 == 0 ? test::TestWeights::integral : test::TestWeights::none;
    const Graph graph = test::random_graph(n, 0.1 * static_cast<double>(seed % 9), seed, kind, 1.0);
    DensityTerms terms;
    DensityDemands demands;
    for (Vertex v = 0; v < n; ++v) {
      if (seed % 2 == 0) terms.values.push_back(static_cast<double>((seed * 31 + v * 17) % 7) - 3.0);
      if (seed % 5 == 0) terms.costs.push_back(static_cast<double>((seed * 13 + v * 11) % 4) + 1.0);
      const std::uint64_t role = (seed / 7 + v * 5) % 6;
      if (role == 0) demands.include.push_back(v);
      if (role == 1) demands.exclude.push_back(v);
    }
    if (demands.exclude.size() == n) {
      CHECK_THROWS_AS(densest_subgraph(graph, terms, demands), InvalidArgument);
      continue;
    }
    const std::uint32_t in = test::mask_of(demands.include);
    const std::uint32_t out = test::mask_of(demands.exclude);
    const auto ratio = [&](std::uint32_t set) {
      double sum = test::weight_inside(graph, set);
      double cost = 0.0;
      for (Vertex v = 0; v < n; ++v) {
        if ((set >> v & 1) == 0) continue;
        sum += terms.values.empty() ? 0.0 : terms.values[v];
        cost += terms.costs.empty() ? 1.0 : terms.costs[v];
      }
      return sum / cost;
    };
    const auto [best, all] =
        best_of_all(n, ratio, [&](std::uint32_t set) { return (set & in) == in && (set & out) == 0; });
    const DensestSubgraph found = densest_subgraph(graph, terms, demands);
    INFO("seed " << seed);
    REQUIRE(found.proven_optimal);
    REQUIRE(found.ratio() == Approx(best).margin(1e-9));
    REQUIRE(test::mask_of(found.vertices) == all);
    test::FakeClock clock(1.0);
    const DensestSubgraph stopped =
        densest_subgraph(graph, terms, demands, RunContext({.time_limit = 0.5, .clock = &clock}));
    REQUIRE(stopped.bound >= best - 1e-9);
    REQUIRE(stopped.ratio() <= best + 1e-9);
  }
  const Graph graph = test::karate_club();
  CHECK_THROWS_AS(densest_subgraph(graph, {}, DensityDemands{{99}, {}}), InvalidArgument);
  CHECK_THROWS_AS(densest_subgraph(graph, {}, DensityDemands{{1}, {1}}), InvalidArgument);
}

TEST_CASE("equal ratios are equal where vertices are included") {
  for (int a = 1; a < 20; ++a) {
    for (int b = 1; b < 20; ++b) {
      for (int ratio = 1; ratio < 4; ++ratio) {
        const DensityTerms terms{{1.0 * a * ratio, 1.0 * b * ratio}, {1.0 * a, 1.0 * b}};
        INFO(a << ", " << b << ", ratio " << ratio);
        const Graph pair = Graph::from_edges(std::vector<Edge>(), 2);
        CHECK(densest_subgraph(pair, terms, DensityDemands{{0}, {}}).vertices == VertexSet{0, 1});
      }
    }
  }
  const std::vector<WeightedEdge> edges = {{0, 1, 1.0}, {0, 2, 2.0}};
  const DensestSubgraph star =
      densest_subgraph(Graph::from_edges(edges, 3), {{3.0, 2.0, 1.0}, {}}, DensityDemands{{0}, {}});
  CHECK(star.vertices == VertexSet{0, 1, 2});
}

TEST_CASE("terms of included and excluded vertices are checked, too") {
  const Graph path = Graph::from_edges({{0, 1}, {1, 2}, {2, 3}});
  const auto refused = [&](const DensityTerms& terms, const DensityDemands& demands) {
    CHECK_THROWS_AS(densest_subgraph(path, terms, demands), InvalidArgument);
  };
  for (const double cost : {-2.0, 0.0, std::nan("")}) refused({{}, {cost, 1.0, 1.0, 1.0}}, {{0}, {}});
  refused({{std::nan(""), 0.0, 0.0, 0.0}, {}}, {{0}, {}});
  refused({{INFINITY, 0.0, 0.0, 0.0}, {}}, {{1}, {0}});
  refused({{0.0, 0.0, 0.0, 0.0, 0.0, 9.0}, {}}, {{0}, {}});
  refused({{0.0}, {}}, {{0}, {}});
  refused({{5.0, 5.0}, {}}, {{}, {2, 3}});
}

TEST_CASE("anchored densest sets are the best of all sets") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto n = static_cast<Vertex>(2 + seed % 9);
    const auto kind = seed % 3 == 0 ? test::TestWeights::integral : test::TestWeights::none;
    const Graph graph = test::random_graph(n, 0.05 * static_cast<double>(1 + seed % 15), seed, kind, 1.0);
    VertexSet anchors;
    for (Vertex v = 0; v < n; ++v) {
      if ((seed * 7 + v * 3) % 4 == 0) anchors.push_back(v);
    }
    if (anchors.empty()) anchors.push_back(static_cast<Vertex>(seed % n));
    const std::uint32_t near = test::mask_of(anchors);
    const auto ratio = [&](std::uint32_t set) {
      double volume = 0.0;
      for (Vertex v = 0; v < n; ++v) volume += (set & ~near) >> v & 1 ? graph.strength(v) : 0.0;
      return (2.0 * test::weight_inside(graph, set) - volume) / std::popcount(set);
    };
    const auto [best, all] = best_of_all(n, ratio, [](std::uint32_t) { return true; });
    const DensestSubgraph found = anchored_densest(graph, anchors);
    INFO("seed " << seed);
    REQUIRE(found.proven_optimal);
    REQUIRE(found.ratio() == Approx(best).margin(1e-9));
    REQUIRE(found.bound == found.ratio());
    REQUIRE(ratio(test::mask_of(found.vertices)) == Approx(best).margin(1e-9));
    REQUIRE((test::mask_of(found.vertices) & ~all) == 0);
  }
  CHECK_THROWS_AS(anchored_densest(test::karate_club(), {}), InvalidArgument);
  CHECK_THROWS_AS(anchored_densest(test::karate_club(), {34}), InvalidArgument);
}

TEST_CASE("anchored densest sets of the karate club are the known ones") {
  const Graph graph = test::karate_club();  // vertex v is called v + 1
  const DensestSubgraph four = anchored_densest(graph, {0, 1, 2, 3});
  CHECK(four.ratio() == Approx(16.0 / 5.0));
  CHECK(four.vertices == VertexSet{0, 1, 2, 3, 7});
  const DensestSubgraph hubs = anchored_densest(graph, {32, 33});
  CHECK(hubs.ratio() == Approx(12.0 / 7.0));
  CHECK(hubs.vertices == VertexSet{14, 15, 18, 20, 22, 32, 33});
  const DensestSubgraph small = anchored_densest(graph, {4, 5, 6, 10});
  CHECK(small.ratio() == Approx(2.0));
  CHECK(anchored_densest(graph, {23, 25, 27, 29}).ratio() == Approx(1.5));
}

TEST_CASE("locally densest sets are the maximal compact ones") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto n = static_cast<Vertex>(2 + seed % 6);
    const Graph graph = test::random_graph(n, 0.1 * static_cast<double>(1 + seed % 8), seed);
    std::vector<std::uint32_t> expected;
    for (std::uint32_t set = 1; set < std::uint32_t{1} << n; ++set) {
      const double density = test::weight_inside(graph, set) / std::popcount(set);
      bool maximal = compact(graph, set, density);
      for (std::uint32_t more = set + 1; maximal && more < std::uint32_t{1} << n; ++more) {
        if ((more & set) == set && compact(graph, more, density)) maximal = false;
      }
      if (maximal) expected.push_back(set);
    }
    std::vector<std::uint32_t> found;
    double last = INFINITY;
    for (const LocallyDensest& set : locally_densest(graph, dense_decomposition(graph))) {
      found.push_back(test::mask_of(set.vertices));
      CHECK(set.density == Approx(set.weight / static_cast<double>(set.vertices.size())));
      CHECK(set.density <= last);
      last = set.density;
    }
    std::ranges::sort(found);
    INFO("seed " << seed);
    CHECK(found == expected);
  }
  CHECK_THROWS_AS(locally_densest(test::karate_club(), DenseDecomposition()), InvalidArgument);
}

TEST_CASE("the weights of FRAUDAR fall with the larger degree of the ends") {
  const Graph graph = fraudar_weights(Graph::from_edges({{0, 1}, {0, 2}, {0, 3}, {2, 3}}));
  CHECK(*graph.edge_weight(0, 1) == 1.0 / std::log(8.0));
  CHECK(*graph.edge_weight(2, 3) == 1.0 / std::log(7.0));
}
