#include <algorithm>
#include <numeric>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "graph/karate_club.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using Catch::Matchers::Contains;

TEST_CASE("components are numbered by their smallest vertex") {
  const std::vector<Edge> edges{{5, 1}, {1, 6}, {2, 4}};
  const Components found = connected_components(Graph::from_edges(std::span<const Edge>(edges), 8));
  CHECK(found.component == std::vector<Vertex>{0, 1, 2, 3, 2, 1, 1, 4});
  CHECK(found.size == std::vector<Vertex>{1, 3, 2, 1, 1});
  CHECK(found.count() == 5);
  CHECK(connected_components(Graph()).count() == 0);
}

TEST_CASE("components of random graphs agree with the closure of adjacency") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto n = static_cast<Vertex>(1 + seed);
    const Graph graph = test::random_graph(n, 1.0 / n, seed);
    std::vector<Vertex> smallest(n);
    for (Vertex v = 0; v < n; ++v) smallest[v] = v;
    for (bool changed = true; changed;) {
      changed = false;
      for (Vertex v = 0; v < n; ++v) {
        for (const Vertex u : graph.neighbors(v)) {
          if (smallest[u] >= smallest[v]) continue;
          smallest[v] = smallest[u];
          changed = true;
        }
      }
    }
    std::vector<Vertex> roots = smallest;
    std::ranges::sort(roots);
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    const Components found = connected_components(graph);
    REQUIRE(found.count() == roots.size());
    for (Vertex v = 0; v < n; ++v) REQUIRE(roots[found.component[v]] == smallest[v]);
    for (Vertex c = 0; c < found.count(); ++c) {
      REQUIRE(static_cast<std::ptrdiff_t>(found.size[c]) == std::ranges::count(smallest, roots[c]));
    }
  }
}

TEST_CASE("an induced subgraph keeps exactly the edges, weights and names inside") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Vertex n = 25;
      Rng rng(seed, 903);
      std::vector<std::uint64_t> ids;
      for (Vertex v = 0; v < n; ++v) ids.push_back((std::uint64_t{v} << 40) + rng.below(1000));
      const Graph graph = test::random_graph(n, 0.4, seed, kind).with_names(VertexNames::from_ids(ids));
      std::vector<Vertex> members;
      for (Vertex v = n; v-- > 0;) {
        if (rng.uniform() < 0.5) members.push_back(v);
      }
      const Graph sub = induced_subgraph(graph, members);
      std::ranges::sort(members);
      REQUIRE(sub.num_vertices() == members.size());
      for (Vertex i = 0; i < sub.num_vertices(); ++i) {
        REQUIRE(sub.name(i) == graph.name(members[i]));
        for (Vertex j = 0; j < sub.num_vertices(); ++j) {
          REQUIRE(sub.edge_weight(i, j) == graph.edge_weight(members[i], members[j]));
        }
      }
      REQUIRE_NOTHROW(Graph::from_csr(sub.csr()));
      if (sub.num_edges() > 0) REQUIRE(sub.weighted() == graph.weighted());
    }
  }
}

TEST_CASE("an induced subgraph outlives its graph and keeps numbers and labels as names") {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}};
  std::optional<Graph> graph = Graph::from_edges(std::span<const Edge>(edges));
  const std::vector<Vertex> members{3, 1, 2};
  const Graph numbers = induced_subgraph(*graph, members);
  const Graph labels =
      induced_subgraph(graph->with_names(VertexNames::from_labels({"a", "b", "c", "d"})), members);
  graph.reset();
  CHECK(numbers.num_edges() == 2);
  CHECK(numbers.name(0) == "1");
  CHECK(numbers.names().find("3", 3) == 2u);
  CHECK(labels.name(2) == "d");
  CHECK(induced_subgraph(labels, {}).num_vertices() == 0);
}

TEST_CASE("a set that is none is refused") {
  const Graph graph = test::random_graph(5, 0.5, 1);
  const std::vector<Vertex> twice{1, 3, 1};
  const std::vector<Vertex> outside{0, 5};
  CHECK_THROWS_WITH(induced_subgraph(graph, twice), Contains("vertex 1 is given twice"));
  CHECK_THROWS_WITH(induced_subgraph(graph, outside), Contains("vertex 5 is not in the graph"));
  CHECK_THROWS_AS(induced_subgraph(Graph(), outside), InvalidArgument);
}

TEST_CASE("what needs a graph alone can be called with a graph alone") {
  const Graph karate = test::karate_club();
  CHECK(maximum_clique(karate).size() == 5);
  CHECK(std::ranges::max(core_numbers(karate)) == 4);
  CHECK(k_core(karate, 4)->graph.num_vertices() == 10);
  const DensestSubgraph densest = densest_subgraph(karate);
  CHECK(densest.proven_optimal);
  CHECK(dense_decomposition(karate).layers.front().size == densest.vertices.size());
}
