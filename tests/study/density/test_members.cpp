#include <algorithm>

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

}  // namespace

TEST_CASE("the parts of a set are counted") {
  std::vector<Edge> edges;
  for (Vertex base : {0u, 10u}) {
    for (Vertex u = 0; u < 4 + base / 10; ++u) {
      for (Vertex v = 0; v < u; ++v) edges.push_back({base + v, base + u});
    }
  }
  CHECK(members_report(Graph::from_edges(edges), {9}).sizes.front().components == 2);
}

TEST_CASE("default sizes hold the densest subgraph, which is proven, and large layers") {
  const Graph graph = test::random_graph(300, 0.03, 11);
  const DensityReport report = members_report(graph);
  const DensestSubgraph densest = densest_subgraph(graph);
  const auto at = std::find_if(report.sizes.begin(), report.sizes.end(), [&](const DensityReportSize& size) {
    return size.s == densest.vertices.size();
  });
  REQUIRE(at != report.sizes.end());
  CHECK(at->solution.weight == densest.weight);
  CHECK(at->proven_optimal);
  const auto richest = std::ranges::max_element(report.sizes, {}, [](const DensityReportSize& size) {
    return average_degree(size.solution.weight, size.s);
  });
  CHECK(richest->s == densest.vertices.size());
  CHECK(std::is_sorted(report.requested_sizes.begin(), report.requested_sizes.end()));
  const Graph edgeless = Graph::from_edges({}, 12);
  CHECK(members_report(edgeless).requested_sizes == default_sizes(12));
}
