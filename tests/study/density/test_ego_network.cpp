#include <algorithm>

#include <lode/core/error.hpp>
#include <lode/study/density_report.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// Weight of the edges from v into a set, by definition.
double weight_into(const Graph& graph, Vertex v, const VertexSet& set) {
  double weight = 0.0;
  for (const Vertex u : set) weight += graph.edge_weight(v, u).value_or(0.0);
  return weight;
}

bool contains(const VertexSet& set, Vertex v) { return std::find(set.begin(), set.end(), v) != set.end(); }

}  // namespace

TEST_CASE("an ego network is the set, its neighbours, and every edge among them") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Graph graph = test::random_graph(30, 0.08, seed, static_cast<test::TestWeights>(seed % 3));
    const VertexSet set = {1, 4, 9, 20};
    const EgoNetwork network = ego_network(graph, set);
    CHECK(network.left_out == 0);
    VertexSet expected;
    for (Vertex v = 0; v < 30; ++v) {
      bool near = contains(set, v);
      for (const Vertex u : set) near = near || graph.adjacent(u, v);
      if (near) expected.push_back(v);
    }
    REQUIRE(network.graph.num_vertices() == expected.size());
    REQUIRE(network.member.size() == expected.size());
    for (Vertex i = 0; i < expected.size(); ++i) {
      CHECK(network.graph.name(i) == graph.name(expected[i]));
      CHECK((network.member[i] != 0) == contains(set, expected[i]));
      for (Vertex j = 0; j < expected.size(); ++j) {
        CHECK(network.graph.edge_weight(i, j) == graph.edge_weight(expected[i], expected[j]));
      }
    }
  }
}

TEST_CASE("a limit keeps the neighbours with the largest weight into the set") {
  const Graph graph = test::random_graph(40, 0.3, 5, test::TestWeights::integral);
  const VertexSet set = {0, 7, 8, 30, 39};
  VertexSet others;
  for (Vertex v = 0; v < 40; ++v) {
    const bool near = std::any_of(set.begin(), set.end(), [&](Vertex u) { return graph.adjacent(u, v); });
    if (!contains(set, v) && near) others.push_back(v);
  }
  std::stable_sort(others.begin(), others.end(), [&](Vertex a, Vertex b) {
    return weight_into(graph, a, set) > weight_into(graph, b, set);
  });
  for (const Vertex limit : {0u, 1u, 6u}) {
    const EgoNetwork network = ego_network(graph, set, limit);
    CHECK(network.graph.num_vertices() == set.size() + limit);
    CHECK(network.left_out == others.size() - limit);
    for (Vertex i = 0; i < limit; ++i) {
      const auto at = network.graph.names().find(graph.name(others[i]), network.graph.num_vertices());
      REQUIRE(at.has_value());
      CHECK(network.member[*at] == 0);
    }
  }
  CHECK_THROWS_AS(ego_network(graph, {3, 40}), InvalidArgument);
  CHECK_THROWS_AS(ego_network(graph, {3, 3}), InvalidArgument);
}

TEST_CASE("the richest set of a report is the one with the largest average degree", "[slow]") {
  const Graph graph = test::random_graph(400, 0.05, 5);
  RunContext run({.threads = 1});
  const DensityReport report =
      make_density_report(graph, "g", {.sizes = {5, 40, 150, 300}, .methods = {"peeling"}}, run);
  CHECK(richest_size(report) == std::size_t{3});  // in a random graph the average degree grows with the size
  CHECK_FALSE(richest_size(DensityReport()).has_value());
}
