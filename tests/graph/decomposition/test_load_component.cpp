#include <atomic>
#include <limits>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>

#include "graph/decomposition/edge_rounds.hpp"
#include "graph/decomposition/load_component.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("a large part keeps its blocks when it is cut out of a graph") {
  // Two random graphs of different density, large enough for blocks, with edges between them.
  Rng rng(7, 905);
  std::vector<Edge> edges;
  const Vertex half = 6000;
  for (int i = 0; i < 300000; ++i)
    edges.push_back({static_cast<Vertex>(rng.below(half)), static_cast<Vertex>(rng.below(half))});
  for (int i = 0; i < 600000; ++i) {
    edges.push_back(
        {half + static_cast<Vertex>(rng.below(half)), half + static_cast<Vertex>(rng.below(half))});
  }
  for (Vertex v = 0; v < half; ++v) edges.push_back({v, half + v});
  const Graph graph = Graph::from_edges(std::span<const Edge>(edges));
  RunContext run;
  const detail::LoadComponent whole = *detail::whole_graph(graph, detail::WeightUnits(graph), run);
  detail::Levels levels{std::vector<Vertex>(graph.num_vertices()), 2};
  for (Vertex v = 0; v < graph.num_vertices(); ++v) levels.level[v] = whole.vertices[v] >= half ? 0 : 1;
  const detail::Parts parts = detail::split(whole, levels);
  std::size_t kept = 0;
  for (const detail::LoadComponent& part : parts.components) {
    std::size_t wrong = 0;
    for (const detail::SplitEdge& e : part.edges) {
      const Vertex u = part.vertices[e.u];
      const Vertex v = part.vertices[e.v];
      wrong += e.u >= e.v || (u < half) != (v < half) || !graph.adjacent(u, v);
    }
    CHECK(wrong == 0);
    kept += part.edges.size();
    REQUIRE(part.block_begin.size() == detail::EdgeRounds::blocks + 1);
    CHECK(part.block_begin.back() == part.edges.size());
    // No end of an edge occurs in two blocks of one round.
    for (std::size_t round = 0; round < detail::EdgeRounds::rounds; ++round) {
      std::vector<std::size_t> block_of(part.size(), SIZE_MAX);
      for (std::size_t block = detail::EdgeRounds::first(round); block < detail::EdgeRounds::first(round + 1);
           ++block) {
        for (std::size_t i = part.block_begin[block]; i < part.block_begin[block + 1]; ++i) {
          for (const Vertex v : {part.edges[i].u, part.edges[i].v}) {
            REQUIRE((block_of[v] == SIZE_MAX || block_of[v] == block));
            block_of[v] = block;
          }
        }
      }
    }
  }
  REQUIRE(parts.components.size() == 2);
  CHECK(kept == graph.num_edges() - half);  // each vertex has one edge across
  const DenseDecomposition decomposition = dense_decomposition(graph, run);
  check_invariants(graph, decomposition);
}

TEST_CASE("a flow ends with its run and leaves a valid split behind") {
  using namespace lode::detail;
  const Graph graph = complete_multipartite(std::vector<Vertex>{100, 500});
  const RunContext free;
  const LoadComponent component = *whole_graph(graph, WeightUnits(graph), free);
  const ExactDensity density = component_density(component);
  std::atomic<bool> cancel{true};
  const RunContext cancelled({.cancel = &cancel});
  LoadComponent stopped = *whole_graph(graph, WeightUnits(graph), free);
  double unlimited = std::numeric_limits<double>::infinity();
  CHECK_FALSE(settle_by_flow(stopped, density, cancelled, unlimited));
  CHECK(stopped.load == component.load);
  // Stopped inside: the readings are that of the start, the one before the flow and some in the middle of it.
  test::FakeClock clock(1.0);
  const RunContext limited({.time_limit = 2.5, .clock = &clock});
  CHECK_FALSE(settle_by_flow(stopped, density, limited, unlimited));
  CHECK(clock.readings() > 2);
  CHECK(stopped.load == component.load);
  double little = 2e4;  // residuals are counted by 2^14
  CHECK_FALSE(settle_by_flow(stopped, density, free, little));
  CHECK(little == 0.0);
  CHECK(stopped.load == component.load);
  CHECK(settle_by_flow(stopped, density, free, unlimited));
}
