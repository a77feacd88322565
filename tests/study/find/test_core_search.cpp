#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

#include "graph/cores/core_in_passes.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

std::uint64_t bytes_of_rows(const Graph& graph) {
  return 8 * (graph.num_vertices() + std::uint64_t{1}) + 4 * graph.num_arcs();
}

/// A dense part on the first vertices in a sparse graph.
Graph dense_in_sparse(Vertex n, Vertex dense, std::uint64_t seed) {
  std::vector<Edge> edges;
  const Graph inner = test::random_graph(dense, 0.8, seed);
  const Graph outer = test::random_graph(n, 0.15, seed + 1000);
  for (const Graph* graph : {&inner, &outer}) {
    for (Vertex v = 0; v < graph->num_vertices(); ++v) {
      for (const Vertex u : graph->neighbors(v)) edges.push_back({u, v});
    }
  }
  return Graph::from_edges(std::span<const Edge>(edges), n);
}

/// Finds sets within the memory, and checks what is said of them by enumeration. Nothing: no core fits.
std::optional<CorePasses> check_within(const Graph& graph, std::uint64_t memory, Vertex s, Effort effort) {
  FindResult found;
  CAPTURE(memory, s);
  try {
    found = find(graph, {.sizes = {s}, .effort = effort, .time_use = TimeUse::as_needed, .memory = memory},
                 RunContext({.time_limit = 60.0}));
  } catch (const InvalidArgument& error) {
    CHECK(error.parameter() == "option 'memory'");
    return std::nullopt;
  }
  REQUIRE(found.answers.size() == 1);
  const FindAnswer& answer = found.answers.front();
  const double best = test::brute_force_densest(graph, s);
  CHECK(answer.bound.value >= best);
  CHECK(answer.solution.vertices.size() == s);
  const InducedTotals totals = induced_totals(graph, answer.solution.vertices);
  CHECK(answer.solution.weight == totals.weight);
  CHECK(answer.solution.edges == totals.edges);
  if (answer.proven_optimal) CHECK(totals.weight == best);
  REQUIRE(found.passes.has_value());
  const std::vector<Vertex> core = core_numbers(graph);
  for (const Vertex v : answer.solution.vertices) CHECK(core[v] >= found.passes->core);
  CHECK(found.passes->vertices ==
        static_cast<Vertex>(std::ranges::count_if(core, [&](Vertex c) { return c >= found.passes->core; })));
  CHECK(found.passes->passes >= 2);
  CHECK(found.passes->bytes_read >= 4 * graph.num_arcs());
  return found.passes;
}

/// A ring whose last vertices are a dense part, so that numbers in its cores are others.
Graph dense_end_of_ring(Vertex n, Vertex dense) {
  const Graph inner = test::random_graph(dense, 0.9, 5);
  std::vector<Edge> edges;
  for (Vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  for (Vertex v = 0; v < dense; ++v) {
    for (const Vertex u : inner.neighbors(v)) edges.push_back({n - 1 - u, n - 1 - v});
  }
  return Graph::from_edges(std::span<const Edge>(edges), n);
}

}  // namespace

TEST_CASE("a core found by passes gives answers of the graph with bounds of the graph") {
  int searched = 0, proper = 0, higher = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Graph graph = dense_in_sparse(18, 8, seed);
    const std::uint64_t least = lode::detail::bytes_for_passes(graph);
    for (const Vertex s : {3u, 5u, 8u}) {
      for (const std::uint64_t part : {10, 13, 16, 19}) {
        const std::uint64_t memory = std::max(least, bytes_of_rows(graph) * part / 10);
        const Effort effort = seed % 3 == 0   ? Effort::proof
                              : seed % 3 == 1 ? Effort::automatic
                                              : Effort::none;
        const auto passes = check_within(graph, memory, s, effort);
        searched += passes.has_value();
        proper += passes && passes->vertices < graph.num_vertices();
        higher += passes && passes->core > 1;
      }
    }
  }
  CHECK(searched > 60);
  CHECK(proper > 30);
  CHECK(higher > 30);
}

TEST_CASE("memory enough, or none given for a graph in memory, is a search of the graph") {
  const Graph graph = dense_end_of_ring(500, 30);
  const FindRequest plain{.sizes = {10}};
  FindRequest roomy = plain;
  roomy.memory = 2 * bytes_of_rows(graph);
  const FindResult expected = find(graph, plain, RunContext());
  const FindResult found = find(graph, roomy, RunContext());
  CHECK_FALSE(expected.passes);
  CHECK_FALSE(found.passes);
  CHECK(found.answers.front().solution.vertices == expected.answers.front().solution.vertices);
  CHECK(found.answers.front().bound.value == expected.answers.front().bound.value);
  roomy.memory = 2 * bytes_of_rows(graph) - 1;
  CHECK(find(graph, roomy, RunContext()).passes);
}

TEST_CASE("answers from a core have the numbers, names and demands of the graph") {
  constexpr Vertex n = 500;
  std::vector<std::uint64_t> ids(n);
  for (Vertex v = 0; v < n; ++v) ids[v] = 7000 + 3 * v;
  const Graph graph = dense_end_of_ring(n, 30).with_names(VertexNames::from_ids(ids));
  FindRequest request{.sizes = {12, 6}, .include = {n - 3, n - 1}, .exclude = {4, n - 2}};
  request.memory = 10'000;
  const FindResult found = find(graph, request, RunContext());
  REQUIRE(found.passes);
  CHECK(found.passes->core > 2);
  CHECK(found.passes->vertices == 30);
  REQUIRE(found.answers.size() == 2);
  for (const FindAnswer& answer : found.answers) {
    const VertexSet& set = answer.solution.vertices;
    CHECK(std::ranges::is_sorted(set));
    CHECK(set.front() >= n - 30);
    CHECK(std::ranges::count(set, n - 3) + std::ranges::count(set, n - 1) == 2);
    CHECK(std::ranges::count(set, n - 2) == 0);
    CHECK(induced_totals(graph, set).edges == answer.solution.edges);
    for (Vertex i = 0; i < set.size(); ++i) CHECK(answer.names.id(i) == 7000 + 3 * set[i]);
    CHECK(answer.include.vertices == VertexSet{n - 3, n - 1});
    CHECK(answer.exclude.vertices == VertexSet{4, n - 2});
    CHECK(answer.exclude.names.id(0) == 7012);
  }
  request.include = {3};
  CHECK_THROWS_AS(find(graph, request, RunContext()), InvalidArgument);
  request.include = {n};
  CHECK_THROWS_AS(find(graph, request, RunContext()), InvalidArgument);
}

TEST_CASE("degrees bound the sets of a graph that is searched in a core") {
  // A clique of 40 in a ring: sets of 41 and more reach outside of it.
  std::vector<Edge> edges;
  constexpr Vertex n = 4000;
  for (Vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  for (Vertex v = 0; v < 40; ++v) {
    for (Vertex u = 0; u < v; ++u) edges.push_back({u, v});
  }
  const Graph graph = Graph::from_edges(std::span<const Edge>(edges));
  const FindResult found =
      find(graph, {.sizes = {40, 20}, .effort = Effort::none, .memory = 60'000}, RunContext());
  REQUIRE(found.passes);
  CHECK(found.passes->core == 3);
  CHECK(found.passes->vertices == 40);
  CHECK(found.answers[0].proven_optimal);
  CHECK(found.answers[0].solution.weight == 780);
  CHECK(found.answers[1].proven_optimal);
  std::vector<Edge> sparse;  // one vertex of the core has all the degree there is
  for (Vertex v = 1; v < 4; ++v) {
    for (Vertex u = 0; u < v; ++u) sparse.push_back({u, v});
  }
  for (Vertex v = 4; v < 3000; ++v) sparse.push_back({v - 1, v});
  for (Vertex v = 3000; v < 3040; ++v) {
    for (Vertex u = 1; u <= 5; ++u) sparse.push_back({v, 3000 + (v - 3000 + u) % 40});
  }
  const Graph regular = Graph::from_edges(std::span<const Edge>(sparse));
  const FindResult even =
      find(regular, {.sizes = {30}, .effort = Effort::none, .memory = 60'000}, RunContext());
  REQUIRE(even.passes);
  CHECK(even.answers[0].bound.value == 150);  // 30 vertices of degree 10
  CHECK(even.answers[0].bound.name == "degree");
}

TEST_CASE("what a search in a core cannot do is refused") {
  const Graph graph = dense_in_sparse(60, 12, 2);
  const std::uint64_t memory = bytes_of_rows(graph);
  const auto refused = [&](FindRequest request, const Graph& of) {
    if (!request.memory) request.memory = memory;
    CHECK_THROWS_AS(find(of, request, RunContext()), InvalidArgument);
  };
  refused({.sizes = {5}, .memory = 0}, graph);
  refused({.sizes = {5}, .memory = lode::detail::bytes_for_passes(graph) - 1}, graph);
  refused({.sizes = {5}, .keep_proofs = true}, graph);
  const Graph weighted = test::random_graph(60, 0.3, 1, test::TestWeights::real);
  refused({.sizes = {5}, .memory = 2 * (bytes_of_rows(weighted) + 8 * weighted.num_arcs()) - 1}, weighted);
  CHECK_FALSE(find(weighted,
                   {.sizes = {5}, .memory = 2 * (bytes_of_rows(weighted) + 8 * weighted.num_arcs())},
                   RunContext())
                  .passes);
  const auto sizes = [&](std::vector<Vertex> wanted) {
    return FindRequest{.sizes = std::move(wanted), .memory = memory};
  };
  CHECK_THROWS_AS(find(graph, sizes({59}), RunContext()), InvalidArgument);  // more than the core has
  CHECK_THROWS_AS(find(graph, sizes({}), RunContext()), InvalidArgument);
  CHECK_THROWS_AS(find(graph, sizes({0}), RunContext()), InvalidArgument);
  CHECK_THROWS_AS(find(graph, sizes({61}), RunContext()), InvalidArgument);
  const std::atomic<bool> cancel = true;
  CHECK_THROWS_AS(find(graph, sizes({5}), RunContext({.cancel = &cancel})), SystemError);
}

TEST_CASE("a core of a declared core is one of the larger graph") {
  int searched = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Graph graph = dense_in_sparse(18, 9, seed);
    const DeclaredCore middle = cut_core(graph, 2);
    const std::uint64_t memory =
        std::max(lode::detail::bytes_for_passes(middle.graph), bytes_of_rows(middle.graph) * 17 / 10);
    try {
      const FindResult found =
          find(middle.graph, {.sizes = {6}, .core_of = middle.origin, .memory = memory}, RunContext());
      REQUIRE(found.passes);
      CHECK(found.answers.front().bound.value >= test::brute_force_densest(graph, 6));
      CHECK(found.answers.front().bound.name != "degree");
      searched += found.passes->core > 2;
    } catch (const InvalidArgument& error) {
      CHECK(error.parameter() == "option 'memory'");
    }
  }
  CHECK(searched > 0);
}
