#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/part.hpp>

#include "graph/karate_club.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// Largest minimum strength (degree when unweighted) over all subgraphs that hold v, by enumeration.
std::vector<double> brute_force_cores(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<double> core(n, 0.0);
  for (std::uint32_t set = 1; set < (std::uint32_t{1} << n); ++set) {
    double least = std::numeric_limits<double>::infinity();
    for (Vertex v = 0; v < n; ++v) {
      if (!(set >> v & 1u)) continue;
      double strength = 0.0;
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { strength += (set >> u & 1u) ? w : 0.0; });
      least = std::min(least, strength);
    }
    for (Vertex v = 0; v < n; ++v) {
      if (set >> v & 1u) core[v] = std::max(core[v], least);
    }
  }
  return core;
}

/// Strength of every vertex of the order towards those after it, and the least strength of any of those.
template <class Check>
void follow_order(const Graph& graph, const std::vector<Vertex>& order, const Check& check) {
  const Vertex n = graph.num_vertices();
  REQUIRE(order.size() == n);
  std::vector<std::uint8_t> left(n, 1);
  const auto remaining = [&](Vertex v) {
    double strength = 0.0;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { strength += left[u] ? w : 0.0; });
    return strength;
  };
  for (const Vertex v : order) {
    REQUIRE(left[v]);
    double least = std::numeric_limits<double>::infinity();
    for (Vertex u = 0; u < n; ++u) {
      if (left[u]) least = std::min(least, remaining(u));
    }
    check(v, remaining(v), least);
    left[v] = 0;
  }
}

}  // namespace

TEST_CASE("core numbers are those of the definition") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto n = static_cast<Vertex>(1 + seed % 11);
    const Graph graph = test::random_graph(n, 0.1 + 0.08 * static_cast<double>(seed % 10), seed);
    const auto expected = brute_force_cores(graph);
    const CoreDecomposition cores = core_decomposition(graph);
    for (Vertex v = 0; v < n; ++v) REQUIRE(cores.core[v] == expected[v]);
    REQUIRE(cores.degeneracy == *std::ranges::max_element(expected));
  }
}

TEST_CASE("the order removes a vertex of least remaining degree") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Graph graph = test::random_graph(60, 0.02 * static_cast<double>(seed), seed);
    const CoreDecomposition cores = core_decomposition(graph);
    Vertex last = 0;
    follow_order(graph, cores.order, [&](Vertex v, double degree, double least) {
      REQUIRE(degree == least);
      REQUIRE(degree <= cores.core[v]);
      REQUIRE(cores.core[v] >= last);
      last = cores.core[v];
    });
    REQUIRE(last == cores.degeneracy);
  }
}

TEST_CASE("the order of large graphs is that of the rule of ties") {
  const auto expected_order = [](const Graph& graph) {
    const Vertex n = graph.num_vertices();
    std::vector<Vertex> degree(n), since(n, 0), order;
    std::vector<char> left(n, 1);
    for (Vertex v = 0; v < n; ++v) degree[v] = graph.degree(v);
    while (order.size() < n) {
      Vertex best = no_vertex;
      for (Vertex v = 0; v < n; ++v) {
        if (left[v] &&
            (best == no_vertex || std::pair(degree[v], since[v]) < std::pair(degree[best], since[best]))) {
          best = v;
        }
      }
      left[best] = 0;
      order.push_back(best);
      for (const Vertex u : graph.neighbors(best)) {
        if (!left[u]) continue;
        --degree[u];
        since[u] = static_cast<Vertex>(order.size());
      }
    }
    return order;
  };
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Graph skewed = rmat({.scale = 11, .lines = 20'000 * seed, .seed = seed});
    CHECK(core_decomposition(skewed).order == expected_order(skewed));
    const Graph even =
        gnp({.num_vertices = 500, .probability = 0.1 * static_cast<double>(seed), .seed = seed});
    CHECK(core_decomposition(even).order == expected_order(even));
  }
  const Vertex parts[] = {300, 40, 1, 1};
  const Graph hubs = complete_multipartite(parts);
  CHECK(core_decomposition(hubs).order == expected_order(hubs));
}

TEST_CASE("published: the karate club has degeneracy 4") {
  const Graph karate = test::karate_club();
  REQUIRE(karate.num_vertices() == 34);
  REQUIRE(karate.num_edges() == 78);
  const CoreDecomposition cores = core_decomposition(karate);
  CHECK(cores.degeneracy == 4);
  // The 4-core: vertices 1, 2, 3, 4, 8, 9, 14, 31, 33, 34 of the published numbering.
  std::vector<Vertex> top;
  for (Vertex v = 0; v < 34; ++v) {
    if (cores.core[v] == 4) top.push_back(v + 1);
  }
  CHECK(top == std::vector<Vertex>{1, 2, 3, 4, 8, 9, 14, 31, 33, 34});
  CHECK(strength_cores(karate).degeneracy == 4.0);
}

TEST_CASE("cores of known graphs") {
  const Vertex parts[] = {3, 5, 2};
  const CoreDecomposition multipartite = core_decomposition(complete_multipartite(parts));
  CHECK(multipartite.degeneracy == 5);
  CHECK(core_decomposition(d_regular({.num_vertices = 50, .degree = 7 - 1})).degeneracy == 6);
  const CoreDecomposition none = core_decomposition(Graph());
  CHECK(none.order.empty());
  CHECK(none.degeneracy == 0);
  CHECK(strength_cores(Graph()).order.empty());
}

TEST_CASE("strength cores are those of the definition") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto n = static_cast<Vertex>(1 + seed % 11);
      const Graph graph = test::random_graph(n, 0.6, seed, kind);
      const auto expected = brute_force_cores(graph);
      const StrengthCoreDecomposition cores = strength_cores(graph);
      for (Vertex v = 0; v < n; ++v) {
        if (graph.integral()) {
          REQUIRE(cores.core[v] == expected[v]);
        } else {
          REQUIRE(cores.core[v] == Approx(expected[v]).epsilon(1e-12));
        }
      }
      REQUIRE(cores.degeneracy == *std::ranges::max_element(cores.core));
    }
  }
}

TEST_CASE("the strength order removes least strength, ties to the smaller number") {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    const Graph graph = test::random_graph(40, 0.3, 11, test::TestWeights::real, scale);
    const StrengthCoreDecomposition cores = strength_cores(graph);
    Weight last = 0.0;
    follow_order(graph, cores.order, [&](Vertex v, double strength, double least) {
      REQUIRE(strength <= least + 1e-12 * graph.strength(v));
      REQUIRE(strength <= cores.core[v]);
      REQUIRE(cores.core[v] >= last);
      last = cores.core[v];
    });
  }
  const std::vector<WeightedEdge> square{{3, 0, 2.0}, {0, 1, 2.0}, {1, 2, 2.0}, {2, 3, 2.0}};
  CHECK(strength_cores(Graph::from_edges(std::span<const WeightedEdge>(square))).order ==
        std::vector<Vertex>{0, 1, 2, 3});
  const Graph graph = test::random_graph(80, 0.1, 7);
  const CoreDecomposition plain = core_decomposition(graph);
  const StrengthCoreDecomposition ones = strength_cores(graph);
  CHECK(std::ranges::equal(plain.core, ones.core));
}

namespace {

/// A path, long enough for passes over it to look at the clock some times.
Graph long_path() {
  constexpr Vertex n = 400'000;
  std::vector<Edge> edges;
  for (Vertex v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
  return Graph::from_edges(std::span<const Edge>(edges), n);
}

/// Whether a pass over the graph ended without a result.
using StoppedPass = bool (*)(const Graph& graph, const RunContext& run);

const std::pair<const char*, StoppedPass> stopped_passes[] = {
    {"core_decomposition", [](const Graph& g, const RunContext& run) { return !core_decomposition(g, run); }},
    {"strength_cores", [](const Graph& g, const RunContext& run) { return !strength_cores(g, run); }},
    {"core_numbers", [](const Graph& g, const RunContext& run) { return core_numbers(g, run).empty(); }},
    {"k_core", [](const Graph& g, const RunContext& run) { return !k_core(g, 2, run); }},
    {"components", [](const Graph& g, const RunContext& run) { return !connected_components(g, run); }},
    {"induced_subgraph",
     [](const Graph& g, const RunContext& run) {
       std::vector<Vertex> all(g.num_vertices());
       std::iota(all.begin(), all.end(), Vertex{0});
       return !induced_subgraph(g, all, run);
     }},
};

}  // namespace

TEST_CASE("passes over a large graph end at the first look at a clock that is past the limit") {
  const Graph graph = long_path();
  for (const auto& [name, stopped] : stopped_passes) {
    CAPTURE(name);
    for (const double limit : {0.0, 3.5}) {
      const test::FakeClock clock(1.0);
      CHECK(stopped(graph, RunContext({.threads = 1, .time_limit = limit, .clock = &clock})));
      CHECK(static_cast<double>(clock.readings()) <= limit + 2.0);
    }
    const std::atomic<bool> cancel = true;
    CHECK(stopped(graph, RunContext({.cancel = &cancel})));
    CHECK_FALSE(stopped(graph, RunContext({.threads = 2})));
  }
}

TEST_CASE("passes within a run give what they give without one") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::real}) {
    const Graph graph = test::random_graph(300, 0.02, 9, kind);
    const RunContext run;
    CHECK(core_decomposition(graph, run)->order == core_decomposition(graph).order);
    CHECK(strength_cores(graph, run)->order == strength_cores(graph).order);
    CHECK(strength_cores(graph, run)->core == strength_cores(graph).core);
    CHECK(connected_components(graph, run)->component == connected_components(graph).component);
  }
}
