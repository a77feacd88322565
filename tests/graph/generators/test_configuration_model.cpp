#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <lode/graph/configuration_model.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("the expected weight is the sum over pairs") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    constexpr test::TestWeights kinds[] = {test::TestWeights::none, test::TestWeights::integral,
                                           test::TestWeights::real};
    const Graph graph = test::random_graph(30, 0.2, seed, kinds[seed % 3]);
    std::vector<Vertex> set(seed % 20);
    std::iota(set.begin(), set.end(), static_cast<Vertex>(seed % 10));
    double sum = 0.0;
    for (const Vertex u : set) {
      for (const Vertex v : set) {
        if (u < v) sum += graph.strength(u) * graph.strength(v) / (2.0 * graph.total_weight());
      }
    }
    CAPTURE(seed);
    CHECK(std::abs(expected_weight(graph, set) - sum) <= 1e-12 * sum);
  }
  CHECK(expected_weight(Graph::from_edges(std::vector<Edge>(), 3), std::vector<Vertex>{0, 1}) == 0.0);
}

TEST_CASE("rewired graphs have the degrees and the weights of their edges, and other edges") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto kind = seed % 2 == 0 ? test::TestWeights::integral : test::TestWeights::none;
    const Graph graph = test::random_graph(40, 0.15, seed, kind);
    const Graph other = rewired(graph, seed);
    CAPTURE(seed);
    REQUIRE(other.num_vertices() == graph.num_vertices());
    CHECK(other.num_edges() == graph.num_edges());
    CHECK(other.total_weight() == graph.total_weight());
    EdgeCount kept = 0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      CHECK(other.degree(v) == graph.degree(v));
      for (const Vertex u : graph.neighbors(v)) kept += other.adjacent(u, v);
    }
    CHECK(kept < graph.num_edges());
    const Graph again = rewired(graph, seed);
    CHECK(std::ranges::equal(again.targets(), other.targets()));
    CHECK_FALSE(std::ranges::equal(rewired(graph, seed + 100).targets(), other.targets()));
  }
  // A complete graph has no other graph of its degrees.
  const Graph complete = test::random_graph(6, 1.0, 1);
  CHECK(std::ranges::equal(rewired(complete, 1).targets(), complete.targets()));
}
