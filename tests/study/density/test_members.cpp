#include <algorithm>
#include <map>
#include <set>

#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/study/density_report.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

DensityReport members_report(const Graph& graph, std::vector<Vertex> sizes = {}) {
  RunContext run({.threads = 1, .time_limit = 20.0});
  return make_density_report(graph, "g", {.sizes = std::move(sizes), .effort = subgraph::Effort::cheap}, run);
}

bool adjacent(const Graph& graph, Vertex u, Vertex v) {
  const auto neighbors = graph.neighbors(u);
  return std::find(neighbors.begin(), neighbors.end(), v) != neighbors.end();
}

}  // namespace

TEST_CASE("the inside of a set is what its edges say") {
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    const Graph graph = test::random_graph(60, 0.08, seed, static_cast<test::TestWeights>(seed % 3));
    const DensityReport report = members_report(graph, {4, 17, 40});
    for (const DensityReportSize& size : report.sizes) {
      CAPTURE(seed, size.s);
      CHECK(size.weights_inside.size() == (graph.weighted() ? size.s : 0));
      double weight = 0.0;
      EdgeCount edges = 0;
      for (std::size_t i = 0; i < size.s; ++i) {
        Vertex degree = 0;
        for (const Vertex u : size.best.vertices) degree += adjacent(graph, size.best.vertices[i], u) ? 1 : 0;
        CHECK(size.degrees_inside[i] == degree);
        edges += degree;
        weight += graph.weighted() ? size.weights_inside[i] : degree;
      }
      CHECK(edges == 2 * size.best.edges);
      CHECK(weight == Approx(2.0 * size.best.weight));
    }
  }
}

TEST_CASE("the parts of a set are counted") {
  std::vector<Edge> edges;
  for (Vertex base : {0u, 10u}) {
    for (Vertex u = 0; u < 4 + base / 10; ++u) {
      for (Vertex v = 0; v < u; ++v) edges.push_back({base + v, base + u});
    }
  }
  CHECK(members_report(Graph::from_edges(edges), {9}).sizes.front().components == 2);
}

TEST_CASE("members are the vertices of the sets, with their cores and edges") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Graph graph = test::random_graph(90, 0.1, seed, static_cast<test::TestWeights>(seed % 3));
    const DensityReport report = members_report(graph);
    const DensityReportMembers& members = report.members;
    std::set<Vertex> expected;
    std::map<Vertex, Vertex> first;
    for (const DensityReportSize& size : report.sizes) {
      for (const Vertex v : size.best.vertices) {
        expected.insert(v);
        first.try_emplace(v, size.s);
      }
    }
    CHECK(std::set<Vertex>(members.vertices.begin(), members.vertices.end()) == expected);
    CHECK(members.vertices.size() == expected.size());
    const std::vector<Vertex> cores = core_numbers(graph);
    for (std::size_t i = 0; i < members.vertices.size(); ++i) {
      const Vertex v = members.vertices[i];
      if (i > 0) CHECK(first[members.vertices[i - 1]] <= first[v]);
      CHECK(member_place(members, v) == i);
      CHECK(members.degrees[i] == graph.degree(v));
      CHECK(members.core_numbers[i] == cores[v]);
      if (graph.weighted()) CHECK(members.strengths[i] == graph.strength(v));
    }
    const VertexSet& drawn = members.drawn_vertices;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        CHECK(adjacent(members.drawn, static_cast<Vertex>(i), static_cast<Vertex>(j)) ==
              adjacent(graph, drawn[i], drawn[j]));
      }
    }
  }
}

TEST_CASE("default sizes hold the densest subgraph, which is proven, and large layers") {
  const Graph graph = test::random_graph(300, 0.03, 11);
  const DensityReport report = members_report(graph);
  const DensestSubgraph densest = densest_subgraph(graph);
  const auto at = std::find_if(report.sizes.begin(), report.sizes.end(), [&](const DensityReportSize& size) {
    return size.s == densest.vertices.size();
  });
  REQUIRE(at != report.sizes.end());
  CHECK(at->best.weight == densest.weight);
  CHECK(at->proven_optimal);
  const auto richest = std::ranges::max_element(report.sizes, {}, [](const DensityReportSize& size) {
    return average_degree(size.best.weight, size.s);
  });
  CHECK(richest->s == densest.vertices.size());
  CHECK(std::is_sorted(report.requested_sizes.begin(), report.requested_sizes.end()));
  const Graph edgeless = Graph::from_edges({}, 12);
  CHECK(members_report(edgeless).requested_sizes == default_sizes(12));
}
