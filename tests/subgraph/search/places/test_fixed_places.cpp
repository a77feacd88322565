#include <algorithm>
#include <numeric>

#include <lode/graph/generators.hpp>

#include "subgraph/search/places/fixed_places.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("a confined searcher stays inside and takes no set from outside") {
  const PlantedGraph made =
      planted({.num_vertices = 5000, .average_degree = 4.0, .planted_size = 25, .planted_density = 0.6});
  VertexSet within = made.planted;
  for (Vertex v = 0; v < 400; ++v) within.push_back(v);
  std::ranges::sort(within);
  within.erase(std::ranges::unique(within).begin(), within.end());
  VertexSet outside(25);
  std::iota(outside.begin(), outside.end(), made.graph.num_vertices() - 25);
  REQUIRE_FALSE(std::ranges::includes(within, outside));
  const SwapState outer(made.graph, outside);
  const ImprovementSink ignored = [](Weight, std::uint64_t) {};
  subgraph::detail::SharedProgress progress(outer.weight(), {Sums::exact}, ignored);
  const RunContext run;
  const TeamOptions options = TeamOptions();
  const subgraph::detail::SearcherTask task{.options = options,
                                            .core_order = {},
                                            .hints = {},
                                            .role = {4, -1, subgraph::detail::SearcherRole::Begin::start},
                                            .seed = 1};
  const auto searcher = subgraph::detail::make_part_searcher(
      subgraph::detail::make_confines(outer, within, task, run, progress), outer, task, run, progress);
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
