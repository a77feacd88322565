#include <algorithm>
#include <atomic>
#include <numeric>
#include <span>
#include <vector>

#include <lode/graph/clique.hpp>

#include "graph/cliques/bit_rows.hpp"
#include "graph/cliques/clique_branches.hpp"
#include "graph/cliques/clique_tasks.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using lode::detail::BitRows;
using lode::detail::CliqueTasks;

namespace {

BitRows rows_of_graph(const Graph& graph) {
  BitRows rows(graph.num_vertices(), graph.num_vertices());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const Vertex u : graph.neighbors(v)) rows.set(v, u);
  }
  return rows;
}

/// Clique number of the subgraph induced by some vertices: each is taken or not.
std::size_t clique_number_among(const Graph& graph, std::span<const Vertex> vertices) {
  if (vertices.empty()) return 0;
  std::vector<Vertex> below;
  for (const Vertex u : vertices.subspan(1)) {
    if (graph.adjacent(vertices.front(), u)) below.push_back(u);
  }
  const std::size_t with = 1 + clique_number_among(graph, below);
  return with > vertices.size() - 1 ? with : std::max(with, clique_number_among(graph, vertices.subspan(1)));
}

std::size_t clique_number_of(const Graph& graph) {
  std::vector<Vertex> all(graph.num_vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  return clique_number_among(graph, all);
}

bool all_adjacent(const Graph& graph, const std::vector<Vertex>& vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!graph.adjacent(vertices[i], vertices[j])) return false;
    }
  }
  return true;
}

Graph of_some_density(std::uint64_t seed, Vertex n) {
  return test::random_graph(n, 0.05 + 0.1 * static_cast<double>(seed % 10), seed);
}

}  // namespace

TEST_CASE("candidates that are not branches hold no clique above their bound") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto n = static_cast<Vertex>(8 + seed % 17);
    const Graph graph = of_some_density(seed, n);
    const BitRows rows = rows_of_graph(graph);
    const BitRows::Word all = (BitRows::Word{1} << n) - 1;
    lode::detail::CliqueBrancher brancher(n, rows);
    lode::detail::CliqueBranches branches;
    for (Vertex spare = 0; spare <= n + 2; ++spare) {
      brancher.part(&all, spare, branches);
      INFO("seed " << seed << ", spare " << spare);
      std::vector<Vertex> left;
      for (Vertex v = 0; v < n; ++v) {
        if (std::count(branches.vertex.begin(), branches.vertex.end(), v) == 0) left.push_back(v);
      }
      REQUIRE(left.size() + branches.vertex.size() == n);
      REQUIRE(clique_number_among(graph, left) <= spare);
      for (std::size_t i = 0; i < branches.vertex.size(); ++i) {
        left.push_back(branches.vertex[i]);
        REQUIRE(clique_number_among(graph, left) <= branches.bound[i]);
        REQUIRE((i == 0 || branches.bound[i - 1] <= branches.bound[i]));
      }
    }
    REQUIRE(branches.vertex.empty());  // n classes take all
  }
}

TEST_CASE("odd holes and antiholes need no branch beyond their clique number") {
  // Colours alone need one more than the clique number.
  for (const Vertex n : {Vertex{5}, Vertex{7}, Vertex{9}, Vertex{11}}) {
    std::vector<Edge> cycle;
    std::vector<Edge> others;
    for (Vertex u = 0; u < n; ++u) {
      for (Vertex v = 0; v < u; ++v) {
        const bool next = u - v == 1 || u - v == n - 1;
        (next ? cycle : others).push_back({v, u});
      }
    }
    for (const auto& edges : {cycle, others}) {
      const Graph graph = Graph::from_edges(edges);
      const BitRows rows = rows_of_graph(graph);
      const BitRows::Word all = (BitRows::Word{1} << n) - 1;
      lode::detail::CliqueBrancher brancher(n, rows);
      lode::detail::CliqueBranches branches;
      brancher.part(&all, static_cast<Vertex>(clique_number_of(graph)), branches);
      INFO("n = " << n << ", edges " << edges.size());
      CHECK(branches.vertex.empty());
    }
  }
}

TEST_CASE("tasks find the clique number of graphs of all densities") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto n = static_cast<Vertex>(1 + seed % 24);
    const Graph graph = of_some_density(seed, n);
    const auto omega = static_cast<Vertex>(clique_number_of(graph));
    for (const Vertex least : {Vertex{0}, omega - 1, omega, omega + 2, n + 1}) {
      INFO("seed " << seed << ", least " << least);
      CliqueTasks tasks(n, rows_of_graph(graph), least);
      REQUIRE(tasks.upper_bound() >= omega);
      tasks.advance(RunContext());
      REQUIRE(tasks.ended());
      REQUIRE(tasks.upper_bound() == std::max(least, omega));
      REQUIRE(tasks.found().size() == (least < omega ? omega : 0));
      REQUIRE(all_adjacent(graph, tasks.found()));
      const Clique clique = maximum_clique(graph, {.least = least});
      REQUIRE(clique.upper_bound == std::max(least, omega));
      REQUIRE((least >= omega || clique.size() == omega));
    }
  }
}

TEST_CASE("clique tasks give the same for any number of threads") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Graph graph = test::random_graph(130, 0.8, seed);
    const BitRows rows = rows_of_graph(graph);
    for (const Vertex enough : {no_vertex, Vertex{16}}) {
      CliqueTasks one(graph.num_vertices(), rows, 0, enough);
      one.advance(RunContext({.threads = 1}));
      REQUIRE(one.ended());
      CHECK(one.nodes() > 0);
      for (const int threads : {2, 4}) {
        CliqueTasks many(graph.num_vertices(), rows, 0, enough);
        many.advance(RunContext({.threads = threads}));
        CHECK(many.found() == one.found());
        CHECK(many.nodes() == one.nodes());
        CHECK(many.upper_bound() == one.upper_bound());
      }
      if (enough != no_vertex) CHECK(one.found().size() >= enough);
    }
  }
}

TEST_CASE("clique tasks that are stopped have a valid bound and go on") {
  const Graph graph = test::random_graph(140, 0.85, 5);
  const BitRows rows = rows_of_graph(graph);
  CliqueTasks whole(graph.num_vertices(), rows, 0);
  whole.advance(RunContext());
  REQUIRE(whole.ended());
  CliqueTasks parts(graph.num_vertices(), rows, 0);
  const std::atomic<bool> cancelled{true};
  parts.advance(RunContext({.cancel = &cancelled}));
  CHECK_FALSE(parts.ended());
  CHECK(parts.found().empty());
  int stops = 0;
  for (; !parts.ended(); ++stops) {
    REQUIRE(stops < 10000);
    // Each call lasts a few polls longer than the one before.
    test::FakeClock clock(1.0);
    parts.advance(RunContext({.threads = 1, .time_limit = 2.5 + 4.0 * stops, .clock = &clock}));
    CHECK(parts.upper_bound() >= whole.found().size());
    CHECK(all_adjacent(graph, parts.found()));
    CHECK(clock.readings() < 20u + 8u * static_cast<unsigned>(stops));
  }
  CHECK(stops > 3);
  CHECK(parts.upper_bound() == whole.upper_bound());
  CHECK(parts.found().size() == whole.found().size());
}
