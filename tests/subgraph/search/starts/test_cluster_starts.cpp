#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include "subgraph/part/core_order.hpp"
#include "subgraph/search/starts/cluster_starts.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using subgraph::detail::ClusterStarts;
using subgraph::detail::SearcherRole;
using subgraph::detail::SearcherTask;

TEST_CASE("every kind of start is a set of the size, holds the anchors, and is counted right") {
  for (const auto weights : {test::TestWeights::none, test::TestWeights::integral}) {
    const Graph graph = test::random_graph(150, 0.06, 2, weights);
    const std::vector<Vertex> order = subgraph::detail::core_order(graph, RunContext())->order;
    const VertexSet anchors = {3, 77};
    const VertexSet first = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 77};
    for (int number = 0; number < 4; ++number) {
      SwapState state(graph, first, anchors);
      const TeamOptions options;
      const RunContext run;
      ClusterStarts starts(state, SearcherTask{options, order, {}, {number, number, {}}, 5}, run);
      starts.good_sets().offer(state.weight(), state.sorted_members());
      std::set<VertexSet> met;
      std::uint64_t work = 0;
      for (std::uint64_t start = 1; start <= 16; ++start) {
        starts.begin(start);
        const VertexSet set = state.sorted_members();
        INFO("searcher " << number << ", start " << start);
        REQUIRE(set.size() == first.size());
        CHECK(std::ranges::includes(set, anchors));
        CHECK(state.weight() == induced_totals(graph, set).weight);
        CHECK(starts.work() >= work);
        work = starts.work();
        met.insert(set);
        starts.good_sets().offer(state.weight(), set);
      }
      CHECK(met.size() >= 4);  // mergers of good sets mostly lead back to one of them
    }
  }
}

TEST_CASE("starts turn to hints first, and make sets of the size of them") {
  const Graph graph = test::random_graph(120, 0.08, 9);
  const VertexSet small = {20, 21, 22, 23};
  const VertexSet large = {40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52};
  const std::vector<VertexSet> hints = {small, {0, 1}, large};
  SwapState state(graph, {0, 1, 2, 3, 4, 5, 6, 7});
  const TeamOptions options;
  const RunContext run;
  // Of three hints this searcher has the first and the third.
  ClusterStarts starts(state, SearcherTask{options, {}, {hints, 0, 2}, {}, 5}, run);
  starts.begin(1);
  CHECK(std::ranges::includes(state.sorted_members(), small));
  CHECK(state.size() == 8);
  starts.begin(2);
  CHECK(std::ranges::includes(large, state.sorted_members()));
  CHECK(state.size() == 8);
}
