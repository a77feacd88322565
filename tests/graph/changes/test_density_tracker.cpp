#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/densest.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

using EdgeMap = std::map<std::pair<Vertex, Vertex>, double>;

long double largest_ratio(Vertex n, const EdgeMap& edges, const DensityTerms& terms) {
  long double best = -INFINITY;
  for (std::uint32_t set = 1; set < (std::uint32_t{1} << n); ++set) {
    long double sum = 0.0L;
    long double cost = 0.0L;
    for (const auto& [ends, weight] : edges) {
      if ((set >> ends.first & 1) != 0 && (set >> ends.second & 1) != 0) sum += weight;
    }
    for (Vertex v = 0; v < n; ++v) {
      if ((set >> v & 1) == 0) continue;
      sum += v < terms.values.size() ? terms.values[v] : 0.0;
      cost += v < terms.costs.size() ? terms.costs[v] : 1.0;
    }
    best = std::max(best, sum / cost);
  }
  return best;
}

std::uint64_t next_number(std::uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}

}  // namespace

TEST_CASE("the bound is never below the optimum, and solve finds it") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    const auto most = static_cast<Vertex>(2 + seed % 8);
    const bool weighted = seed % 3 == 1;
    const bool real = seed % 3 == 2;
    DensityTerms terms;
    std::uint64_t state = seed;
    Vertex n = static_cast<Vertex>(seed % (most + std::uint64_t{1}));
    for (Vertex v = 0; v < n && seed % 4 == 3; ++v) {
      terms.values.push_back(static_cast<double>(next_number(state) % 9) - 4.0 + (real ? 0.3 : 0.0));
      terms.costs.push_back(static_cast<double>(1 + next_number(state) % 4));
    }
    EdgeMap edges;
    DensityTracker tracker(Graph::from_edges(std::vector<Edge>(), n), terms);
    for (int step = 0; step < 60; ++step) {
      auto u = static_cast<Vertex>(next_number(state) % most);
      auto v = static_cast<Vertex>(next_number(state) % (most - 1));
      v += v >= u;
      const std::pair<Vertex, Vertex> ends = std::minmax(u, v);
      if (edges.count(ends) != 0 && (next_number(state) % 4 != 0 || !(weighted || real))) {
        tracker.remove(u, v);
        edges.erase(ends);
      } else {
        double weight = 1.0;
        if (weighted) weight = static_cast<double>(next_number(state) % 7);
        if (real) weight = static_cast<double>(next_number(state) % 1000) / 999.0;
        tracker.add(u, v, weight);
        edges[ends] += weight;
        n = std::max(n, std::max(u, v) + 1);
      }
      REQUIRE(tracker.num_vertices() == n);
      REQUIRE(tracker.num_edges() == edges.size());
      const long double optimum = largest_ratio(n, edges, terms);
      if (step % 3 != 2) REQUIRE(tracker.bound() >= static_cast<double>(optimum));
      if (next_number(state) % 9 != 0) continue;
      const DensestSubgraph found = tracker.solve();
      REQUIRE(found.proven_optimal);
      REQUIRE(found.ratio() == Approx(static_cast<double>(optimum)).epsilon(1e-12).margin(1e-12));
      REQUIRE(tracker.bound() >= static_cast<double>(optimum));
      REQUIRE(tracker.bound() == Approx(static_cast<double>(optimum)).epsilon(1e-9).margin(1e-9));
      if (!real && terms.costs.empty()) REQUIRE(tracker.bound() == found.ratio());
    }
    const Graph graph = tracker.graph();
    REQUIRE(graph.num_edges() == edges.size());
    for (const auto& [ends, weight] : edges) REQUIRE(graph.edge_weight(ends.first, ends.second) == weight);
  }
}

TEST_CASE("a tracker takes over the split of an answer") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto weights = seed % 2 == 0 ? test::TestWeights::none : test::TestWeights::integral;
    const Graph graph = test::random_graph(30, 0.2, seed, weights);
    const DensestSubgraph found = densest_subgraph(graph, {}, RunContext(), KeepSplit::yes);
    DensityTracker tracker(graph, {}, &*found.split);
    CHECK(tracker.bound() == found.ratio());
    DensityTracker halves(graph);
    CHECK(halves.bound() >= found.ratio());
    CHECK(halves.solve().vertices == found.vertices);
    CHECK(halves.bound() == found.ratio());
  }
}

TEST_CASE("the bound falls again when the densest part goes") {
  DensityTracker tracker;
  CHECK(tracker.bound() == 0.0);
  for (Vertex u = 0; u < 20; ++u) {
    for (Vertex v = 0; v < u; ++v) tracker.add(u, v);
  }
  CHECK(tracker.bound() >= 9.5);
  tracker.solve();
  CHECK(tracker.bound() == 9.5);
  for (Vertex u = 0; u < 20; ++u) {
    for (Vertex v = 0; v < u; ++v) {
      if (u > 2) tracker.remove(v, u);
    }
  }
  CHECK(tracker.bound() <= 3.0);
  CHECK(tracker.solve().vertices == std::vector<Vertex>{0, 1, 2});
  CHECK(tracker.bound() == 1.0);
  CHECK(tracker.num_vertices() == 20);
}

TEST_CASE("weights of all magnitudes are tracked") {
  DensityTracker tracker;
  for (const double weight : {1e-200, 1.0, 0.3, 1e15}) {
    tracker.add(0, 1, weight);
    tracker.add(2, 3, weight / 2.0);
    CHECK(tracker.bound() >= tracker.graph().edge_weight(0, 1).value() / 2.0);
    CHECK(tracker.solve().ratio() == tracker.graph().edge_weight(0, 1).value() / 2.0);
    CHECK(tracker.bound() == Approx(tracker.graph().edge_weight(0, 1).value() / 2.0).epsilon(1e-9));
  }
}

TEST_CASE("changes that are none are refused") {
  DensityTracker tracker(Graph::from_edges({{0, 1}}));
  CHECK_THROWS_AS(tracker.add(1, 1), InvalidArgument);
  CHECK_THROWS_AS(tracker.add(0, 1, -1.0), InvalidArgument);
  CHECK_THROWS_AS(tracker.add(0, 1, NAN), InvalidArgument);
  CHECK_THROWS_AS(tracker.add(0, 1, INFINITY), InvalidArgument);
  CHECK_THROWS_AS(tracker.add(0, 3'000'000), InvalidArgument);
  CHECK_THROWS_AS(tracker.add(0, no_vertex), InvalidArgument);
  CHECK_THROWS_AS(tracker.remove(0, 2), InvalidArgument);
  CHECK(tracker.num_vertices() == 2);
  CHECK(tracker.has_edge(1, 0));
  tracker.remove(1, 0);
  CHECK_THROWS_AS(tracker.remove(0, 1), InvalidArgument);
  CHECK(tracker.bound() == 0.0);
  const EdgeSplit other{{0.0, 0.0}, 1};
  CHECK_THROWS_AS(DensityTracker(Graph::from_edges({{0, 1}}), {}, &other), InvalidArgument);
  CHECK_THROWS_AS(DensityTracker(Graph::from_edges({{0, 1}}), {{1.0}, {}}), InvalidArgument);
}
