#include <algorithm>
#include <vector>

#include <lode/graph/cores.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// The core is that of the core numbers, with the edges of the graph.
void require_core(const Graph& graph, Vertex k, int threads) {
  const CoreDecomposition cores = core_decomposition(graph);
  std::vector<Vertex> expected;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (cores.core[v] >= k) expected.push_back(v);
  }
  const Part core = *k_core(graph, k, RunContext({.threads = threads}));
  CAPTURE(graph.num_vertices(), k, threads);
  REQUIRE(core.outside == std::max(k, 1u) - 1.0);
  REQUIRE(core.original == expected);
  const Graph induced = induced_subgraph(graph, expected);
  REQUIRE(std::ranges::equal(core.graph.offsets(), induced.offsets()));
  REQUIRE(std::ranges::equal(core.graph.targets(), induced.targets()));
  const CoreDecomposition inner = core_decomposition(core.graph);
  for (Vertex i = 0; i < expected.size(); ++i) REQUIRE(inner.core[i] == cores.core[expected[i]]);
}

}  // namespace

TEST_CASE("a k-core holds the vertices of core number k and more") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = test::random_graph(static_cast<Vertex>(3 * seed), 0.3, seed);
    for (Vertex k = 0; k <= core_decomposition(graph).degeneracy + 1; ++k) require_core(graph, k, 1);
  }
  const Graph skewed = rmat({.scale = 13, .lines = 60'000, .seed = 5});
  for (const Vertex k : {0u, 1u, 2u, 7u, 20u, 1000u}) {
    for (const int threads : {1, 2}) require_core(skewed, k, threads);
  }
  require_core(Graph(), 0, 1);
  require_core(Graph(), 3, 1);
}

TEST_CASE("a k-core may fall apart long after its degrees looked large enough") {
  std::vector<Edge> edges;
  constexpr Vertex n = 5000;
  for (Vertex v = 0; v + 2 < n;
       ++v) {  // a strip of triangles: all of it is in the 2-core, nothing in the 3-core
    edges.push_back({v, v + 1});
    edges.push_back({v, v + 2});
  }
  edges.push_back({n - 2, n - 1});
  const Graph strip = Graph::from_edges(std::span<const Edge>(edges));
  require_core(strip, 2, 2);
  require_core(strip, 3, 2);
  CHECK(k_core(strip, 2, RunContext())->original.size() == n);
  CHECK(k_core(strip, 3, RunContext())->original.empty());
}

TEST_CASE("a k-core of few arcs is that of a larger k") {
  const RunContext run;
  const Graph graph = rmat({.scale = 13, .lines = 60'000, .seed = 5});
  for (const ArcIndex most : {ArcIndex{100'000}, ArcIndex{50'000}, ArcIndex{5'000}, ArcIndex{0}}) {
    const Part core = *k_core(graph, 1, run, most);
    const Vertex k = static_cast<Vertex>(core.outside) + 1;
    CAPTURE(most, k);
    REQUIRE(core.graph.num_arcs() <= most);
    REQUIRE(k > 1);
    const Part same = *k_core(graph, k, run);
    REQUIRE(core.original == same.original);
    REQUIRE(std::ranges::equal(core.graph.targets(), same.graph.targets()));
  }
  CHECK(k_core(graph, 1, run, graph.num_arcs())->outside == 0.0);
}

TEST_CASE("a k-core has neither names nor weights") {
  const Graph weighted = test::random_graph(20, 0.5, 3, test::TestWeights::real);
  const Part core = *k_core(weighted, 2, RunContext());
  CHECK_FALSE(core.graph.weighted());
  CHECK(core.original.size() == core.graph.num_vertices());
}
