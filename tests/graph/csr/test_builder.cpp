#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "graph/graph_of_edges.hpp"
#include "support/catch.hpp"

using namespace lode;
using test::from;
using test::row;

TEST_CASE("edges in any order, with loops and repetitions, become sorted simple rows") {
  const Graph graph = from(std::vector<Edge>{{3, 1}, {1, 3}, {0, 3}, {2, 2}, {3, 1}, {5, 0}, {1, 0}});
  REQUIRE(graph.num_vertices() == 6);
  CHECK(graph.num_edges() == 4);
  CHECK(graph.num_arcs() == 8);
  CHECK(row(graph, 0) == std::vector<Vertex>{1, 3, 5});
  CHECK(row(graph, 1) == std::vector<Vertex>{0, 3});
  CHECK(row(graph, 2).empty());
  CHECK(row(graph, 3) == std::vector<Vertex>{0, 1});
  CHECK(row(graph, 4).empty());
  CHECK(row(graph, 5) == std::vector<Vertex>{0});
  CHECK(graph.max_degree() == 3);
  CHECK(graph.total_weight() == 4.0);
  CHECK(graph.weight_kind() == WeightKind::none);
}

TEST_CASE("a graph of only loops keeps its vertices") {
  const Graph graph = from(std::vector<Edge>{{4, 4}});
  CHECK(graph.num_vertices() == 5);
  CHECK(graph.num_edges() == 0);
}

TEST_CASE("weights of a repeated pair are summed in the order given") {
  const double a = 0.1, b = 0.2, c = 0.3;
  const Graph graph = from(std::vector<WeightedEdge>{{0, 1, a}, {1, 0, b}, {0, 2, 4.0}, {0, 1, c}});
  CHECK(graph.num_edges() == 2);
  CHECK(graph.edge_weight(0, 1) == (a + b) + c);
  CHECK(graph.edge_weight(1, 0) == (a + b) + c);
  CHECK(graph.edge_weight(2, 0) == 4.0);
  CHECK_FALSE(graph.edge_weight(1, 2));
  CHECK(graph.weight_kind() == WeightKind::real);
  CHECK(graph.strength(0) == (a + b) + c + 4.0);
  CHECK(graph.strength(2) == 4.0);
  CHECK(graph.total_weight() == Approx(4.6).epsilon(1e-15));
}

TEST_CASE("random edge lists agree with a map of pairs") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed, 901);
    const auto n = static_cast<Vertex>(1 + rng.below(12));
    std::vector<WeightedEdge> edges;
    std::map<std::pair<Vertex, Vertex>, Weight> expected;
    for (std::uint64_t i = rng.below(60); i > 0; --i) {
      const auto u = static_cast<Vertex>(rng.below(n));
      const auto v = static_cast<Vertex>(rng.below(n));
      const double weight = static_cast<double>(rng.below(5));
      edges.push_back({u, v, weight});
      if (u != v) expected[std::minmax(u, v)] += weight;
    }
    const Graph graph = from(edges, n);
    REQUIRE(graph.num_edges() == expected.size());
    Weight total = 0.0;
    for (Vertex u = 0; u < n; ++u) {
      Weight strength = 0.0;
      for (Vertex v = 0; v < n; ++v) {
        const auto it = expected.find(std::minmax(u, v));
        REQUIRE(graph.adjacent(u, v) == (it != expected.end()));
        if (it == expected.end()) continue;
        REQUIRE(graph.edge_weight(u, v) == it->second);
        strength += it->second;
      }
      REQUIRE(graph.strength(u) == strength);
      total += strength / 2.0;
    }
    REQUIRE(graph.total_weight() == total);
    REQUIRE(graph.integral());
    const Graph again = Graph::from_csr(graph.csr());
    REQUIRE(again.num_edges() == graph.num_edges());
  }
}

TEST_CASE("large edge lists are built alike by any number of threads") {
  const Vertex n = 700;
  const Rng rng(7);
  std::vector<WeightedEdge> edges;
  std::map<std::pair<Vertex, Vertex>, Weight> expected;
  for (std::uint64_t i = 0; i < 400'000; ++i) {  // more than a chunk of the builder
    const auto u = static_cast<Vertex>(rng.uniform_at(3 * i) * n);
    const auto v = static_cast<Vertex>(rng.uniform_at(3 * i + 1) * n);
    edges.push_back({u, v, rng.uniform_at(3 * i + 2)});
    // Rounded sums depend on the order: it is the one given, whatever the direction.
    if (u != v) expected[std::minmax(u, v)] += edges.back().weight;
  }
  for (const int threads : {1, 2, 4}) {
    std::optional<Graph> graph;
    RunContext({.threads = threads}).parallel([&] { graph = from(edges, n); });
    REQUIRE(graph->num_edges() == expected.size());
    for (const auto& [pair, weight] : expected) {
      REQUIRE(graph->edge_weight(pair.first, pair.second) == weight);
    }
  }
}
