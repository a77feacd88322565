#include <algorithm>
#include <atomic>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>

#include "graph/decomposition/densest_layers.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

void require_first_layers(const Graph& graph, Vertex size) {
  const RunContext run;
  const DenseDecomposition whole = dense_decomposition(graph, run);
  const DenseDecomposition part = densest_layers(graph, size, run);
  CAPTURE(graph.num_vertices(), size);
  REQUIRE(part.complete());
  REQUIRE(part.order.size() >= size);
  REQUIRE(part.layers.size() <= whole.layers.size());
  REQUIRE(part.load.size() == graph.num_vertices());
  for (std::size_t i = 0; i < part.layers.size(); ++i) {
    REQUIRE(part.layers[i].size == whole.layers[i].size);
    REQUIRE(part.layers[i].weight == whole.layers[i].weight);
  }
  REQUIRE(std::equal(part.order.begin(), part.order.end(), whole.order.begin()));
}

}  // namespace

TEST_CASE("the densest layers are those of the whole decomposition") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto n = static_cast<Vertex>(5 + 4 * seed);
    const Graph graph = test::random_graph(n, 0.03 * static_cast<double>(1 + seed % 9), seed);
    for (const Vertex size : {Vertex{1}, n / 5, n / 2, n}) require_first_layers(graph, size);
  }
  const Graph skewed = rmat({.scale = 12, .lines = 40'000, .seed = 3});
  for (const Vertex size : {1u, 10u, 100u, 700u, 2000u}) require_first_layers(skewed, size);
  const PlantedGraph two =
      planted({.num_vertices = 3000, .planted_size = 40, .planted_density = 0.9, .seed = 2});
  for (const Vertex size : {5u, 40u, 41u, 300u}) require_first_layers(two.graph, size);
}

TEST_CASE("the densest layers leave the rest of a large graph alone") {
  const PlantedGraph graph =
      planted({.num_vertices = 3000, .planted_size = 40, .planted_density = 0.9, .seed = 2});
  const DenseDecomposition part = densest_layers(graph.graph, 10, RunContext());
  CHECK(part.order.size() < 100);
  CHECK(std::ranges::count_if(part.load, [](Weight load) { return load > 0.0; }) ==
        static_cast<std::ptrdiff_t>(part.order.size()));
}

TEST_CASE("the densest layers of graphs with little in them") {
  const RunContext run;
  CHECK(densest_layers(Graph(), 0, run).order.empty());
  const Graph empty = Graph::from_edges(std::span<const Edge>(), 4);
  CHECK(densest_layers(empty, 4, run).order.size() == 4);
  CHECK_THROWS_AS(densest_layers(empty, 5, run), InvalidArgument);
  const Graph weighted = test::random_graph(20, 0.4, 1, test::TestWeights::integral);
  CHECK(densest_layers(weighted, 3, run).order.size() == 20);
  std::atomic<bool> cancel = true;
  const RunContext stopped({.cancel = &cancel});
  const Graph graph = rmat({.scale = 12, .lines = 40'000, .seed = 3});
  const DenseDecomposition none = densest_layers(graph, 10, stopped);
  CHECK_FALSE(none.complete());
  CHECK(none.load.size() == graph.num_vertices());
}

TEST_CASE("the densest layers from a core at hand are those of the whole decomposition") {
  const RunContext run;
  const Graph graph = rmat({.scale = 12, .lines = 40'000, .seed = 3});
  const DenseDecomposition whole = dense_decomposition(graph, run);
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  for (const Vertex k : {1u, 5u, 12u, 40u}) {
    const Part core = *k_core(graph, k, run);
    const CoreDecomposition cores = core_decomposition(core.graph);
    for (const Vertex size : {1u, 10u, 100u, 700u, 2000u}) {
      const DenseDecomposition part = densest_layers(graph, size, run, unlimited, &cores, &core);
      CAPTURE(k, size);
      REQUIRE(part.order.size() >= size);
      REQUIRE(std::equal(part.order.begin(), part.order.end(), whole.order.begin()));
      for (std::size_t i = 0; i < part.layers.size(); ++i) {
        REQUIRE(part.layers[i].weight == whole.layers[i].weight);
      }
      for (const Vertex v : part.order) REQUIRE(part.load[v] == whole.load[v]);
    }
  }
}

TEST_CASE("layers around a size") {
  DenseDecomposition decomposition;
  decomposition.order.resize(200);
  for (Vertex v = 0; v < 200; ++v) decomposition.order[v] = 199 - v;
  decomposition.layers = {{2, 1, 1.0}, {5, 6, 6.0}, {200, 300, 300.0}};
  using Sets = std::vector<std::vector<Vertex>>;
  CHECK(layers_around(decomposition, 1) == Sets{{198, 199}});
  CHECK(layers_around(decomposition, 2) == Sets{{198, 199}});
  CHECK(layers_around(decomposition, 3) == Sets{{195, 196, 197, 198, 199}, {198, 199}});
  CHECK(layers_around(decomposition, 6).size() == 1);  // the whole is 33 times as large
  CHECK(layers_around(decomposition, 7).size() == 2);
  CHECK(layers_around(DenseDecomposition(), 3).empty());
}
