#include <atomic>
#include <limits>
#include <vector>

#include <lode/graph/densest.hpp>
#include <lode/graph/density_certificate.hpp>
#include <lode/graph/generators.hpp>

#include "graph/decomposition/load_component.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("a flow ends with its run and leaves a valid split behind") {
  using namespace lode::detail;
  const Graph graph = complete_multipartite(std::vector<Vertex>{100, 500});
  const RunContext free;
  const LoadComponent component = *whole_graph(Part{graph}, DensityUnits(graph), free);
  const ExactDensity density = component_density(component);
  std::atomic<bool> cancel{true};
  const RunContext cancelled({.cancel = &cancel});
  LoadComponent stopped = *whole_graph(Part{graph}, DensityUnits(graph), free);
  double unlimited = std::numeric_limits<double>::infinity();
  CHECK_FALSE(cut_by_flow(stopped, density, cancelled, unlimited));
  CHECK(stopped.load == component.load);
  // Stopped inside: the readings are that of the start, the one before the flow and some in the middle of it.
  test::FakeClock clock(1.0);
  const RunContext limited({.time_limit = 2.5, .clock = &clock});
  CHECK_FALSE(cut_by_flow(stopped, density, limited, unlimited));
  CHECK(clock.readings() > 2);
  CHECK(stopped.load == component.load);
  double little = 2e4;  // residuals are counted by 2^14
  CHECK_FALSE(cut_by_flow(stopped, density, free, little));
  CHECK(little == 0.0);
  CHECK(stopped.load == component.load);
  CHECK(cut_by_flow(stopped, density, free, unlimited));
}

TEST_CASE("edges without weight carry nothing between parts of almost equal density") {
  constexpr double weight = 844424930131968.0;
  const WeightedEdge edges[] = {{0, 1, weight}, {0, 2, 0.0}, {0, 3, 0.0},
                                {1, 2, 0.0},    {1, 3, 0.0}, {2, 3, weight + 1.0}};
  CHECK(densest_subgraph(Graph::from_edges(edges, 4)).vertices == std::vector<Vertex>{2, 3});
  const WeightedEdge even[] = {{0, 1, weight}, {0, 2, 0.0}, {1, 3, 0.0}, {2, 3, weight}};
  CHECK(dense_decomposition(Graph::from_edges(even, 4)).layers.size() == 1);
}

TEST_CASE("the largest trees of a forest are its densest set, and each size of tree is a layer") {
  std::vector<Edge> edges = {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {6, 7}};
  for (Vertex v = 10; v < 40000; ++v) edges.push_back({v, v + 1});
  const Graph graph = Graph::from_edges(std::span<const Edge>(edges));
  const DensestSubgraph found = densest_subgraph(graph, {}, RunContext(), KeepSplit::yes);
  CHECK(density_certificate(graph, {}, *found.split).bound == found.ratio());
  CHECK(found.proven_optimal);
  CHECK(found.flows == 0);
  CHECK(found.vertices.size() == 39991);
  const DenseDecomposition layers = dense_decomposition(graph);
  CHECK(layers.flows == 0);
  REQUIRE(layers.layers.size() ==
          4);  // the path, two paths of three vertices, an edge, and two vertices alone
  CHECK(layers.layers[1].size == 39997);
  CHECK(layers.layers[2].size == 39999);
}
