#include <algorithm>
#include <bit>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// Clique number by enumeration of all sets.
Vertex brute_force_clique_number(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<std::uint32_t> rows(n, 0);
  for (Vertex v = 0; v < n; ++v) {
    for (const Vertex u : graph.neighbors(v)) rows[v] |= std::uint32_t{1} << u;
  }
  Vertex largest = 0;
  for (std::uint32_t set = 1; set < (std::uint32_t{1} << n); ++set) {
    bool clique = true;
    for (Vertex v = 0; v < n && clique; ++v) {
      const std::uint32_t others = set & ~(std::uint32_t{1} << v);
      clique = !(set >> v & 1u) || (others & ~rows[v]) == 0;
    }
    if (clique) largest = std::max(largest, static_cast<Vertex>(std::popcount(set)));
  }
  return largest;
}

bool is_clique(const Graph& graph, const std::vector<Vertex>& vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!graph.adjacent(vertices[i], vertices[j])) return false;
    }
  }
  return std::is_sorted(vertices.begin(), vertices.end()) &&
         std::adjacent_find(vertices.begin(), vertices.end()) == vertices.end();
}

/// The greedy cliques that a search begins with, by the definition: from every vertex in smallest-last order,
/// the last first, the latest of its later neighbours that is left, and so on; the first of the largest.
std::vector<Vertex> greedy_clique(const Graph& graph) {
  const CoreDecomposition cores = core_decomposition(graph);
  std::vector<Vertex> place(graph.num_vertices());
  for (Vertex i = 0; i < place.size(); ++i) place[cores.order[i]] = i;
  std::vector<Vertex> best;
  for (std::size_t i = place.size(); i-- > 0 && cores.core[cores.order[i]] >= best.size();) {
    std::vector<Vertex> clique = {cores.order[i]};
    std::vector<Vertex> left;
    for (std::size_t j = i + 1; j < place.size(); ++j) {
      if (graph.adjacent(cores.order[i], cores.order[j])) left.push_back(cores.order[j]);
    }
    while (!left.empty()) {
      const Vertex next = left.back();
      clique.push_back(next);
      std::erase_if(left, [&](Vertex u) { return !graph.adjacent(u, next); });
    }
    if (clique.size() > best.size()) best = clique;
  }
  std::sort(best.begin(), best.end());
  return best;
}

}  // namespace

TEST_CASE("a search begins with the largest greedy clique, by rows of bits and beyond them") {
  for (const Vertex n : {1u, 63u, 64u, 65u, 300u, 4095u, 4097u, 6000u}) {
    const Graph sparse = gnp({.num_vertices = n, .probability = std::min(0.5, 30.0 / n), .seed = n});
    const std::vector<Vertex> expected = greedy_clique(sparse);
    const Clique clique = maximum_clique(sparse, {.enough = static_cast<Vertex>(expected.size())});
    CAPTURE(n);
    CHECK(clique.vertices == expected);
  }
}

TEST_CASE("the maximum clique is that of enumeration") {
  RunContext run;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Vertex n = 1 + static_cast<Vertex>(seed % 14);
    const Graph graph = test::random_graph(n, 0.1 + 0.2 * static_cast<double>(seed % 5), seed);
    const Clique clique = maximum_clique(graph, {}, run);
    INFO("seed " << seed);
    REQUIRE(clique.proven_optimal());
    REQUIRE(clique.size() == brute_force_clique_number(graph));
    REQUIRE(is_clique(graph, clique.vertices));
  }
}

TEST_CASE("cliques hidden in large sparse graphs are found and proven") {
  RunContext run;
  std::vector<Edge> edges;
  const Graph noise = test::random_graph(3000, 0.004, 7);
  for (Vertex v = 0; v < noise.num_vertices(); ++v) {
    for (const Vertex u : noise.neighbors(v)) edges.push_back({v, u});
  }
  for (Vertex i = 0; i < 9; ++i) {
    for (Vertex j = 0; j < i; ++j) edges.push_back({300 * i + 5, 300 * j + 5});
  }
  // A dense part with a smaller clique number has the higher core numbers.
  const Vertex parts[] = {12, 12, 12, 12};
  const Graph dense = complete_multipartite(parts);
  for (Vertex v = 0; v < dense.num_vertices(); ++v) {
    for (const Vertex u : dense.neighbors(v)) edges.push_back({3000 + v, 3000 + u});
  }
  const Graph graph = Graph::from_edges(edges);
  const Clique clique = maximum_clique(graph, {}, run);
  CHECK(clique.proven_optimal());
  CHECK(clique.vertices == std::vector<Vertex>{5, 305, 605, 905, 1205, 1505, 1805, 2105, 2405});
}

TEST_CASE("edge cases of cliques") {
  RunContext run;
  CHECK(maximum_clique(Graph(), {}, run).size() == 0);
  CHECK(maximum_clique(Graph(), {}, run).proven_optimal());
  const Graph isolated = Graph::from_edges(std::span<const Edge>{}, 3);
  CHECK(maximum_clique(isolated, {}, run).vertices.size() == 1);
  const Vertex ones[] = {1, 1, 1, 1, 1, 1, 1};
  const Clique whole = maximum_clique(complete_multipartite(ones), {}, run);
  CHECK(whole.size() == 7);
  CHECK(whole.proven_optimal());
}

TEST_CASE("a search that is stopped by the clock returns a clique and a valid bound") {
  const Graph graph = test::random_graph(120, 0.9, 3);
  const test::FakeClock clock(1.0);
  const Clique stopped = maximum_clique(graph, {}, RunContext({.time_limit = 0.5, .clock = &clock}));
  CHECK(is_clique(graph, stopped.vertices));
  CHECK(stopped.upper_bound >= maximum_clique(graph).size());
  CHECK(clock.readings() < 10);
}

TEST_CASE("without work the bound is that of colours") {
  const Vertex parts[] = {3, 2, 4};
  const Clique clique = maximum_clique(complete_multipartite(parts), {.work_limit = 0});
  CHECK(clique.size() == 1);
  CHECK(clique.upper_bound == 3);  // the degeneracy is 5
}

TEST_CASE("published clique numbers") {
  struct Known {
    const char* file;
    Vertex omega;
  };
  const auto known = GENERATE(values<Known>(
      {{"facebook_combined.txt.gz", 69}, {"email-Eu-core.txt.gz", 18}, {"email-Enron.txt.gz", 20},
       {"brock200_2.clq.gz", 12},        {"brock200_4.clq.gz", 17},    {"hamming8-4.clq.gz", 16},
       {"keller4.clq.gz", 11},           {"p_hat300-1.clq.gz", 8},     {"p_hat300-2.clq.gz", 25},
       {"p_hat300-3.clq.gz", 36},        {"C125.9.clq.gz", 34},        {"gen200_p0.9_44.clq.gz", 44},
       {"san200_0.7_1.txt.gz", 30},      {"san200_0.9_1.txt.gz", 70},  {"san400_0.5_1.txt.gz", 13},
       {"sanr200_0.7.txt.gz", 18},       {"sanr400_0.5.txt.gz", 13},   {"MANN_a27.clq.gz", 126},
       {"c-fat200-1.txt.gz", 12},        {"c-fat200-2.txt.gz", 24},    {"c-fat200-5.txt.gz", 58},
       {"c-fat500-1.txt.gz", 14},        {"c-fat500-5.txt.gz", 64},    {"c-fat500-10.txt.gz", 126}}));
  const auto path = test::dataset(known.file);
  if (!path) return;
  RunContext run;
  const Graph graph = read_graph(*path, {}, run).graph;
  const Clique clique = maximum_clique(graph, {}, run);
  INFO(known.file);
  CHECK(clique.proven_optimal());
  CHECK(clique.size() == known.omega);
  CHECK(is_clique(graph, clique.vertices));
}

TEST_CASE("a search for enough ends with a clique of that size and a valid bound") {
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const Graph graph = test::random_graph(60, 0.5, seed);
    const Vertex largest = maximum_clique(graph, {}, RunContext()).size();
    for (Vertex enough = 1; enough <= largest + 1; ++enough) {
      const Clique clique = maximum_clique(graph, {.enough = enough}, RunContext());
      REQUIRE(clique.size() >= std::min(enough, largest));
      REQUIRE(clique.upper_bound >= largest);
      for (const Vertex u : clique.vertices) {
        for (const Vertex v : clique.vertices) REQUIRE((u == v || graph.adjacent(u, v)));
      }
    }
    REQUIRE(maximum_clique(graph, {.enough = largest + 1}, RunContext()).proven_optimal());
  }
}

TEST_CASE("a search that is stopped anywhere has a valid bound, which falls with more work") {
  const Graph graph = test::random_graph(140, 0.85, 5);
  const Vertex omega = maximum_clique(graph).size();
  Vertex before = graph.num_vertices();
  int open = 0;
  for (std::uint64_t work = 1000;; work = work * 5 / 4) {
    const Clique clique = maximum_clique(graph, {.work_limit = work});
    CHECK(clique.upper_bound >= omega);
    CHECK(clique.upper_bound <= before);
    CHECK(is_clique(graph, clique.vertices));
    CHECK(clique.vertices == maximum_clique(graph, {.work_limit = work}).vertices);
    before = clique.upper_bound;
    if (clique.proven_optimal()) break;
    ++open;
  }
  CHECK(open > 10);
  CHECK(before == omega);
}

TEST_CASE("cores of another graph are refused") {
  const Graph graph = test::random_graph(12, 0.5, 1);
  const CoreDecomposition cores = core_decomposition(test::random_graph(9, 0.5, 1));
  CHECK_THROWS_AS(maximum_clique(graph, cores, {}, RunContext()), InvalidArgument);
}
