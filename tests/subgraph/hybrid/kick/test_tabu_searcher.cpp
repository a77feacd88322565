#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>

#include "subgraph/hybrid/kick/tabu_searcher.hpp"
#include "subgraph/problem/starts.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using subgraph::detail::SearcherPlace;

namespace {

constexpr double no_target = std::numeric_limits<double>::infinity();

/// One searcher with what it shares.
class Search {
 public:
  Search(const Graph& graph, const VertexSet& start, const VertexSet& anchors = {}, double target = no_target,
         std::span<const VertexSet> hints = {}, const RunContext& run = RunContext())
      : run_(run),
        state_(graph, start, anchors),
        progress_(state_.weight(), subgraph::detail::kick_gains(graph), improved_) {
    options_.target = target;
    searcher_ = subgraph::detail::make_tabu_searcher(state_,
                                                     {.options = options_,
                                                      .core_order = {},
                                                      .hints = {.hints = hints},
                                                      .place = {1, 1, SearcherPlace::Begin::start},
                                                      .seed = 7},
                                                     run_, progress_);
  }

  subgraph::detail::KickSearcher& operator*() { return *searcher_; }
  subgraph::detail::KickSearcher* operator->() { return searcher_.get(); }
  const std::vector<Weight>& improvements() const { return improvements_; }
  int first_to_target() const { return progress_.first_to_target(); }

 private:
  RunContext run_;
  KickSearchOptions options_;
  SwapState state_;
  std::vector<Weight> improvements_;
  ImprovementSink improved_ = [this](Weight weight, std::uint64_t) { improvements_.push_back(weight); };
  subgraph::detail::SharedProgress progress_;
  std::unique_ptr<subgraph::detail::KickSearcher> searcher_;
};

VertexSet first_vertices(Vertex s) {
  VertexSet set(s);
  std::iota(set.begin(), set.end(), Vertex{0});
  return set;
}

}  // namespace

TEST_CASE("exchanges under tabu find the optimum of small graphs, whatever the weights") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Graph graph = test::random_graph(18, 0.5, seed, kind);
      for (const Vertex s : {2u, 7u, 16u}) {
        INFO("seed " << seed << ", s = " << s);
        Search search(graph, first_vertices(s));
        search->advance(300'000);
        const subgraph::detail::Found& best = search->best();
        CHECK(best.vertices.size() == s);
        CHECK(std::is_sorted(best.vertices.begin(), best.vertices.end()));
        CHECK(induced_totals(graph, best.vertices).weight == Approx(best.weight));
        CHECK(best.weight == Approx(test::brute_force_densest(graph, s)));
        CHECK(std::is_sorted(search.improvements().begin(), search.improvements().end()));
        CHECK(search->work() >= 300'000);
        CHECK(search->counts().starts > 1);
        CHECK(search->counts().blocks == 0);
      }
    }
  }
}

TEST_CASE("exchanges under tabu leave anchors where they are, sets from elsewhere included") {
  const Graph graph = test::random_graph(120, 0.1, 5);
  const VertexSet anchors = {3, 50, 90};
  VertexSet start = first_vertices(20);
  start.insert(start.end(), {50, 90});
  Search search(graph, start, anchors);
  search->offer({1e9, VertexSet{60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70,
                                71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81}});
  search->advance(400'000);
  CHECK(search->best().vertices.size() == start.size());
  CHECK(std::ranges::includes(search->best().vertices, anchors));
  CHECK(induced_totals(graph, search->best().vertices).weight == search->best().weight);
}

TEST_CASE("exchanges under tabu end at their target, with the run, and begin from hints") {
  const PlantedGraph made =
      planted({.num_vertices = 3000, .average_degree = 6.0, .planted_size = 40, .planted_density = 0.5});
  const Weight wanted = induced_totals(made.graph, made.planted).weight;
  const VertexSet start = first_vertices(40);
  const VertexSet hints[] = {made.planted};
  Search hinted(made.graph, start, {}, wanted, hints);
  hinted->advance(10'000'000);
  CHECK(hinted->best().weight >= wanted);
  CHECK(hinted->counts().starts == 1);
  CHECK(hinted->work() < 1'000'000);
  CHECK(hinted.first_to_target() == 1);

  test::FakeClock clock(0.01);
  Search stopped(made.graph, start, {}, no_target, {}, RunContext({.time_limit = 1.0, .clock = &clock}));
  stopped->advance(std::numeric_limits<std::uint64_t>::max());
  CHECK(stopped->best().vertices.size() == 40);

  // Twice the same, however the work is cut into slices.
  Search whole(made.graph, start);
  Search sliced(made.graph, start);
  whole->advance(600'000);
  for (std::uint64_t limit = 50'000; limit <= 600'000; limit += 50'000) sliced->advance(limit);
  CHECK(whole->best().vertices == sliced->best().vertices);
  CHECK(whole->counts().kicks == sliced->counts().kicks);
}
