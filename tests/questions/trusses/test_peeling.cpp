#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/questions/trusses.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

using Pairs = std::set<std::pair<Vertex, Vertex>>;

/// The k-truss by the definition: edges in too few triangles are removed until there are none.
Pairs truss_by_definition(const Graph& graph, Vertex k) {
  Pairs edges;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const Vertex u : graph.neighbors(v)) edges.insert({v, u});
  }
  for (bool removed = true; removed;) {
    removed = false;
    for (auto at = edges.begin(); at != edges.end();) {
      Vertex triangles = 0;
      for (Vertex w = 0; w < graph.num_vertices(); ++w) {
        triangles += edges.contains({at->first, w}) && edges.contains({at->second, w});
      }
      if (triangles + 2 >= k) {
        ++at;
        continue;
      }
      edges.erase({at->second, at->first});
      at = edges.erase(at);
      removed = true;
    }
  }
  return edges;
}

void check_trusses(const Graph& graph, const TrussDecomposition& found) {
  REQUIRE(found.complete());
  REQUIRE(found.edges.size() == graph.num_edges());
  CHECK(std::ranges::is_sorted(found.edges, {}, [](const Edge& e) { return std::pair(e.u, e.v); }));
  const std::vector<TrussSize> sizes = truss_sizes(graph, found);
  CHECK(sizes.size() == (found.largest == 0 ? 0 : found.largest - 1));
  for (Vertex k = 2; k <= found.largest + 1; ++k) {
    const Pairs expected = truss_by_definition(graph, k);
    Pairs edges;
    std::set<Vertex> vertices;
    for (std::size_t e = 0; e < found.edges.size(); ++e) {
      if (found.number[e] < k) continue;
      edges.insert({found.edges[e].u, found.edges[e].v});
      edges.insert({found.edges[e].v, found.edges[e].u});
      vertices.insert({found.edges[e].u, found.edges[e].v});
    }
    CAPTURE(k);
    CHECK(edges == expected);
    if (k > found.largest) continue;
    CHECK(sizes[k - 2].k == k);
    CHECK(sizes[k - 2].edges * 2 == expected.size());
    CHECK(sizes[k - 2].vertices == vertices.size());
  }
}

}  // namespace

TEST_CASE("truss numbers are those of the definition") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto n = static_cast<Vertex>(seed % 14);
    const Graph graph = test::random_graph(n, 0.1 + 0.15 * static_cast<double>(seed % 7), seed);
    CAPTURE(seed, n);
    check_trusses(graph, truss_numbers(graph, RunContext({.threads = 1 + static_cast<int>(seed % 2)})));
  }
  const Graph skewed = rmat({.scale = 7, .lines = 1200, .seed = 2});
  check_trusses(skewed, truss_numbers(skewed));
}

TEST_CASE("truss numbers do not depend on the threads") {
  const Graph graph = rmat({.scale = 12, .lines = 60000, .seed = 7});
  const TrussDecomposition one = truss_numbers(graph, RunContext({.threads = 1}));
  for (int i = 0; i < 5; ++i) CHECK(truss_numbers(graph, RunContext({.threads = 4})).number == one.number);
  CHECK(one.largest > 4);
}

TEST_CASE("a run that is stopped gives no truss numbers") {
  const Graph graph = rmat({.scale = 8, .lines = 3000, .seed = 7});
  test::FakeClock clock(1.0);
  const TrussDecomposition found =
      truss_numbers(graph, RunContext({.threads = 1, .time_limit = 3.0, .clock = &clock}));
  CHECK_FALSE(found.complete());
  CHECK(truss_sizes(graph, found).empty());
}

TEST_CASE("published sizes of trusses") {
  struct Known {
    const char* file;
    Vertex k;
    Vertex vertices;
    EdgeCount edges;
    Vertex largest;
  };
  for (const Known& known : {Known{"karate.gml.gz", 3, 32, 67, 5},
                             {"karate.gml.gz", 4, 12, 25, 5},
                             {"karate.gml.gz", 5, 6, 14, 5},
                             {"dolphins.gml.gz", 4, 28, 65, 5},
                             {"lesmis.gml.gz", 8, 21, 97, 10},
                             {"lesmis.gml.gz", 10, 12, 62, 10},
                             {"football.gml.gz", 6, 107, 390, 9},
                             {"football.gml.gz", 9, 18, 72, 9},
                             {"adjnoun.gml.gz", 5, 7, 18, 5}}) {
    const auto path = test::dataset(known.file);
    if (!path) return;
    const Graph graph = read_graph(*path).graph;
    const std::vector<TrussSize> sizes = truss_sizes(graph, truss_numbers(graph));
    CAPTURE(known.file, known.k);
    REQUIRE(sizes.size() == known.largest - 1);
    CHECK(sizes[known.k - 2].vertices == known.vertices);
    CHECK(sizes[known.k - 2].edges == known.edges);
  }
}
