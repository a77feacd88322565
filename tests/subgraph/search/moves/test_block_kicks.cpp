#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "subgraph/part/core_order.hpp"
#include "subgraph/search/moves/block_kicks.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using subgraph::detail::SearcherRole;

TEST_CASE("a kick that leads to a worse set is taken back") {
  for (const auto weights : {test::TestWeights::none, test::TestWeights::integral}) {
    const Graph graph = test::random_graph(200, 0.1, 3, weights);
    const std::vector<Vertex> order = subgraph::detail::core_order(graph, RunContext())->order;
    VertexSet first(15);
    std::iota(first.begin(), first.end(), Vertex{0});
    SwapState state(graph, first);
    TeamOptions options;
    options.starts = Starts::first;
    const RunContext run;
    const ImprovementSink ignored = [](Weight, std::uint64_t) {};
    subgraph::detail::SharedProgress progress(state.weight(), subgraph::detail::gains_of(graph), ignored);
    const auto searcher = subgraph::detail::make_kick_searcher(
        state, {options, order, {}, {0, 0, SearcherRole::Begin::set}, 5}, run, progress);
    for (std::uint64_t limit = 2000; limit <= 100'000; limit += 2000) {
      searcher->advance(limit);
      CHECK(state.weight() == searcher->best().weight);
      CHECK(state.weight() == induced_totals(graph, state.sorted_members()).weight);
    }
    CHECK(searcher->counts().starts == 1);
    CHECK(searcher->counts().kicks > 50);
  }
}
