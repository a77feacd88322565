#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "subgraph/problem/starts.hpp"
#include "subgraph/search/team.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("kickers keep size, anchors and weights through kicks and starts, and take worse kicks back") {
  for (const auto weights : {test::TestWeights::none, test::TestWeights::integral}) {
    for (const auto starts : {Starts::first, Starts::all}) {
      for (const int number : {0, 1, 2, 3}) {
        const Graph graph = test::random_graph(200, 0.1, 3, weights);
        const std::vector<Vertex> order = subgraph::detail::core_order(graph, RunContext())->order;
        const VertexSet anchors = {3, 77};
        SwapState state(graph, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 77}, anchors);
        TeamOptions options;
        options.starts = starts;
        options.core_order = order;
        const RunContext run;
        const ImprovementSink ignored = [](Weight, std::uint64_t) {};
        subgraph::detail::SharedProgress progress(state.weight(), subgraph::detail::gains_of(graph), ignored);
        subgraph::detail::Member member{.options = options, .seed = 5, .number = number, .turn = number};
        const auto searcher = subgraph::detail::make_kick_searcher(state, member, run, progress);
        searcher->offer({1.0, {20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31}});
        for (std::uint64_t limit = 2000; limit <= 200'000; limit += 2000) {
          searcher->advance(limit);
          const VertexSet set = state.sorted_members();
          REQUIRE(set.size() == 12);
          REQUIRE(std::ranges::includes(set, anchors));
          REQUIRE(state.weight() == induced_totals(graph, set).weight);
          if (starts == Starts::first) REQUIRE(state.weight() == searcher->best().weight);
          REQUIRE(induced_totals(graph, searcher->best().vertices).weight == searcher->best().weight);
        }
        CHECK(searcher->counts().kicks > 50);
        if (starts == Starts::first) CHECK(searcher->counts().starts == 1);
        if (starts == Starts::all) CHECK(searcher->counts().starts > 6);
      }
    }
  }
}

TEST_CASE("a kicker begins with its hints, and takes no set that reaches out of its part") {
  const Graph graph = test::random_graph(120, 0.08, 9);
  const std::vector<VertexSet> hints = {{20, 21, 22, 23}, {0, 1}, {40, 41, 42, 43, 44, 45, 46, 47, 48, 49}};
  SwapState state(graph, {0, 1, 2, 3, 4, 5, 6, 7});
  VertexSet original(120);
  for (Vertex v = 0; v < 120; ++v) original[v] = 2 * v;
  TeamOptions options;
  options.starts = Starts::first;
  const RunContext run;
  const ImprovementSink ignored = [](Weight, std::uint64_t) {};
  subgraph::detail::SharedProgress progress(0.0, subgraph::detail::gains_of(graph), ignored);
  // Of three hints this searcher has the first and the third.
  subgraph::detail::Member member{.options = options, .seed = 5, .number = 1, .turn = 1};
  member.part = {graph, original};
  member.hints = &hints;
  member.hint_step = 2;
  const auto searcher = subgraph::detail::make_kick_searcher(state, member, run, progress);
  searcher->offer({1e9, {1, 3, 5, 7, 9, 11, 13, 15}});
  searcher->advance(1);
  CHECK(searcher->counts().starts == 1);
  searcher->advance(20'000);
  CHECK(searcher->best().vertices.size() == 8);
  CHECK(std::ranges::all_of(searcher->best().vertices, [](Vertex v) { return v % 2 == 0; }));
  CHECK(searcher->best().weight < 1e9);
  CHECK(*member.take_hint() == hints[2]);
  CHECK(member.take_hint() == nullptr);
}

TEST_CASE("a pool keeps the best sets of different weight, the newer one of twins") {
  subgraph::detail::SetPool pool(Sums::rounded);
  CHECK(pool.empty());
  for (Vertex v = 0; v < 8; ++v) pool.offer(static_cast<Weight>(v), {v});
  pool.offer(7.0 + 1e-13, {9});
  pool.offer(0.5, {10});
  VertexSet met;
  Rng rng(3);
  for (int i = 0; i < 500; ++i) met.push_back(pool.draw(rng).front());
  std::sort(met.begin(), met.end());
  met.erase(std::unique(met.begin(), met.end()), met.end());
  CHECK(met == VertexSet{2, 3, 4, 5, 6, 9});
}
