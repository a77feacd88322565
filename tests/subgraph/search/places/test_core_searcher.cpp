#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include <lode/graph/generators.hpp>

#include "subgraph/part/core_order.hpp"
#include "subgraph/search/places/core_searcher.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// What a core searcher is told, and the order of its cores.
struct CoreTask {
  explicit CoreTask(const Graph& graph)
      : order(subgraph::detail::core_order(graph, RunContext())->order),
        progress(0.0, {Sums::exact}, ignored) {}

  auto make(const SwapState& outer, std::span<const Vertex> by_core) {
    using subgraph::detail::SearcherRole;
    return subgraph::detail::make_core_searcher(
        outer, {options, by_core, {}, {1, 1, SearcherRole::Begin::start}, 7}, run, progress);
  }

  TeamOptions options;
  RunContext run;
  ImprovementSink ignored = [](Weight, std::uint64_t) {};
  std::vector<Vertex> order;
  subgraph::detail::SharedProgress progress;
};

VertexSet lowest(Vertex s) {
  VertexSet set(s);
  std::iota(set.begin(), set.end(), Vertex{0});
  return set;
}

}  // namespace

TEST_CASE("the innermost cores are searched, and nothing outside of them") {
  const PlantedGraph made =
      planted({.num_vertices = 6000, .average_degree = 90.0, .planted_size = 40, .planted_density = 0.9});
  const VertexSet start = lowest(40);
  const VertexSet anchors = {0, 17};
  for (const bool anchored : {false, true}) {
    CoreTask task(made.graph);
    const SwapState outer(made.graph, start, anchored ? anchors : VertexSet());
    const auto search = task.make(outer, task.order);
    REQUIRE(search);
    search->advance(3'000'000);
    const subgraph::detail::Found& best = search->best();
    CHECK(best.vertices.size() == 40);
    CHECK(induced_totals(made.graph, best.vertices).weight == best.weight);
    if (anchored) {
      CHECK(std::ranges::includes(best.vertices, anchors));
    } else {
      CHECK(best.weight >= induced_totals(made.graph, made.planted).weight);
    }
    // A set of vertices of the smallest degrees lies outside and is not taken.
    search->offer({1e9, start});
    search->advance(6'000'000);
    CHECK(search->best().weight < 1e9);
  }
}

TEST_CASE("there is no core searcher where rows of the cores do not pay") {
  const PlantedGraph sparse =
      planted({.num_vertices = 6000, .average_degree = 4.0, .planted_size = 40, .planted_density = 0.5});
  CoreTask task(sparse.graph);
  CHECK_FALSE(task.make(SwapState(sparse.graph, lowest(40)), task.order));    // few arcs
  CHECK_FALSE(task.make(SwapState(sparse.graph, lowest(3000)), task.order));  // too many vertices
  const PlantedGraph dense =
      planted({.num_vertices = 6000, .average_degree = 90.0, .planted_size = 40, .planted_density = 0.9});
  CoreTask other(dense.graph);
  CHECK(other.make(SwapState(dense.graph, lowest(40)), other.order));
  CHECK_FALSE(other.make(SwapState(dense.graph, lowest(40)), {}));
}
