#include <numeric>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/questions/cliques.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

Graph complete_graph(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) edges.push_back({u, v});
  }
  return Graph::from_edges(edges, n);
}

/// Every clique gives its unit to its first vertex.
std::string certificate_by_first_vertex(const Graph& graph, Vertex k, Fraction bound) {
  CliqueDensest found;
  found.k = k;
  found.bound = bound;
  found.vertices = {0};
  found.split.outside.resize(graph.num_vertices());
  std::iota(found.split.outside.begin(), found.split.outside.end(), Vertex{0});
  return clique_certificate_json(graph, found);
}

}  // namespace

TEST_CASE("certificates of cliques hold, and no lower bound does") {
  test::TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = test::random_graph(static_cast<Vertex>(5 + seed % 20), 0.5, seed);
    for (Vertex k = least_counted_clique; k <= most_counted_clique; ++k) {
      INFO("seed " << seed << ", k " << k);
      CliqueDensest found = densest_by_cliques(graph, k);
      const auto checked =
          check_clique_certificate(folder.write("c.json", clique_certificate_json(graph, found)), graph);
      const std::string text = clique_certificate_json(graph, found);
      CHECK(check_clique_certificate(std::span<const char>(text), graph).vertices == checked.vertices);
      CHECK(checked.cliques == found.cliques);
      CHECK(checked.proven_optimal());
      if (found.bound.numerator == 0) continue;
      --found.bound.numerator;
      CHECK_THROWS_AS(
          check_clique_certificate(folder.write("c.json", clique_certificate_json(graph, found)), graph),
          VerificationError);
    }
  }
}

TEST_CASE("the check of cliques looks at the time within the cliques of one vertex") {
  test::TemporaryFolder folder;
  const Graph graph = complete_graph(24);
  const std::string path =
      folder.write("c.json", certificate_by_first_vertex(graph, 6, {33649, 1}));  // 23 choose 5
  const test::FakeClock clock(1.0);
  RunOptions options{.threads = 1, .time_limit = 200.0, .clock = &clock};
  CHECK_THROWS_AS(check_clique_certificate(path, graph, RunContext(options)), SystemError);
  CHECK(clock.readings() < 300);
  CHECK(check_clique_certificate(path, graph).bound.numerator == 33649);
}

TEST_CASE("the check of cliques is fast around a vertex of large degree") {
  constexpr Vertex n = 100000;
  test::TemporaryFolder folder;
  std::vector<Edge> edges;
  for (Vertex v = 1; v < n; ++v) edges.push_back({0, v});
  const Graph graph = Graph::from_edges(edges, n);
  const std::string path = folder.write("c.json", certificate_by_first_vertex(graph, 3, {0, 1}));
  CHECK(check_clique_certificate(path, graph, RunContext({.time_limit = 20.0})).cliques == 0);
}

TEST_CASE("cliques of sizes that are not counted are refused by a check") {
  test::TemporaryFolder folder;
  const Graph graph = complete_graph(9);
  const std::string good = certificate_by_first_vertex(graph, 3, {28, 1});
  const std::string key = "\"clique\":3";
  REQUIRE(good.find(key) != std::string::npos);
  REQUIRE_NOTHROW(check_clique_certificate(folder.write("c.json", good), graph));
  for (const int k : {least_counted_clique - 1, most_counted_clique + 1}) {
    std::string wrong = good;
    wrong.replace(wrong.find(key), key.size(), "\"clique\":" + std::to_string(k));
    CHECK_THROWS_WITH(check_clique_certificate(folder.write("c.json", wrong), graph),
                      Catch::Contains("are not between"));
  }
}
