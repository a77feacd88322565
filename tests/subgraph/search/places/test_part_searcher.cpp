#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <lode/graph/generators.hpp>

#include "subgraph/part/core_order.hpp"
#include "subgraph/search/places/part_searcher.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// What a searcher is told, the order of the cores, and what it shares.
struct Told {
  explicit Told(const Graph& graph)
      : order(subgraph::detail::core_order(graph, RunContext())->order),
        progress(0.0, {Sums::exact}, ignored) {}

  subgraph::detail::SearcherTask task(std::span<const Vertex> by_core) const {
    return {options, by_core, {}, {1, 1, subgraph::detail::SearcherRole::Begin::start}, 7};
  }
  auto core(const SwapState& outer, std::span<const Vertex> by_core) {
    return subgraph::detail::core_place(outer, task(by_core), run, progress);
  }
  auto searcher(std::unique_ptr<subgraph::detail::Place> place) {
    return subgraph::detail::make_part_searcher(std::move(place), task(order), run, progress);
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
    Told told(made.graph);
    const SwapState outer(made.graph, start, anchored ? anchors : VertexSet());
    auto place = told.core(outer, told.order);
    REQUIRE(place);
    const auto search = told.searcher(std::move(place));
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

TEST_CASE("the innermost cores are no place where rows of the cores do not pay") {
  const PlantedGraph sparse =
      planted({.num_vertices = 6000, .average_degree = 4.0, .planted_size = 40, .planted_density = 0.5});
  Told told(sparse.graph);
  CHECK_FALSE(told.core(SwapState(sparse.graph, lowest(40)), told.order));    // few arcs
  CHECK_FALSE(told.core(SwapState(sparse.graph, lowest(3000)), told.order));  // too many vertices
  const PlantedGraph dense =
      planted({.num_vertices = 6000, .average_degree = 90.0, .planted_size = 40, .planted_density = 0.9});
  Told other(dense.graph);
  CHECK(other.core(SwapState(dense.graph, lowest(40)), other.order));
  CHECK_FALSE(other.core(SwapState(dense.graph, lowest(40)), {}));
}

TEST_CASE("a confined searcher stays inside and takes no set from outside") {
  const PlantedGraph made =
      planted({.num_vertices = 5000, .average_degree = 4.0, .planted_size = 25, .planted_density = 0.6});
  VertexSet within;
  std::ranges::set_union(made.planted, lowest(400), std::back_inserter(within));
  VertexSet outside(25);
  std::iota(outside.begin(), outside.end(), made.graph.num_vertices() - 25);
  REQUIRE_FALSE(std::ranges::includes(within, outside));
  const SwapState outer(made.graph, outside);
  Told told(made.graph);
  const auto searcher = told.searcher(
      subgraph::detail::confined_place(outer, within, told.task(told.order), told.run, told.progress));
  searcher->offer({1e9, outside});
  searcher->advance(500'000);
  searcher->offer({1e9, outside});
  searcher->advance(1'000'000);
  CHECK(searcher->work() >= 1'000'000);
  CHECK(searcher->best().vertices.size() == 25);
  CHECK(std::ranges::includes(within, searcher->best().vertices));
  CHECK(induced_totals(made.graph, searcher->best().vertices).weight == searcher->best().weight);
  CHECK(searcher->best().weight >= induced_totals(made.graph, made.planted).weight);
}
