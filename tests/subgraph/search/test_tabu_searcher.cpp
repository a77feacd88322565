#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>

#include "subgraph/problem/starts.hpp"
#include "subgraph/search/tabu_set.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

constexpr double no_target = std::numeric_limits<double>::infinity();

enum class Kind { buckets, dense };
constexpr Kind kinds[] = {Kind::buckets, Kind::dense};

/// One searcher by tabu exchanges with what it shares.
class Search {
 public:
  Search(Kind kind, const Graph& graph, const VertexSet& start, const VertexSet& anchors = {},
         double target = no_target, std::vector<VertexSet> hints = {}, const RunContext& run = RunContext())
      : run_(run),
        hints_(std::move(hints)),
        state_(graph, start, anchors),
        progress_(state_.weight(), subgraph::detail::gains_of(graph), improved_) {
    options_.target = target;
    member_.hints = &hints_;
    searcher_ = make(kind);
  }

  subgraph::detail::Searcher& operator*() { return *searcher_; }
  subgraph::detail::Searcher* operator->() { return searcher_.get(); }
  const std::vector<Weight>& improvements() const { return improvements_; }
  int first_to_target() const { return progress_.first_to_target(); }

 private:
  std::unique_ptr<subgraph::detail::Searcher> make(Kind kind) {
    using namespace subgraph::detail;
    const auto make_set = [&](Rng& draws) -> std::unique_ptr<TabuSet> {
      if (kind == Kind::buckets) return make_bucket_tabu_set(state_, team_tabu, draws);
      const auto rows = std::make_shared<DenseRows>(state_.graph(), state_.size());
      return make_dense_tabu_set(rows, state_.sorted_members(), state_.anchors(), team_tabu, draws);
    };
    return make_tabu_searcher(make_set, team_tabu, member_, run_, progress_);
  }

  RunContext run_;
  std::vector<VertexSet> hints_;
  TeamOptions options_;
  subgraph::detail::Member member_{.options = options_, .seed = 7, .number = 1, .turn = 1};
  SwapState state_;
  std::vector<Weight> improvements_;
  ImprovementSink improved_ = [this](Weight weight, std::uint64_t) { improvements_.push_back(weight); };
  subgraph::detail::SharedProgress progress_;
  std::unique_ptr<subgraph::detail::Searcher> searcher_;
};

VertexSet lowest_numbers(Vertex s) {
  VertexSet set(s);
  std::iota(set.begin(), set.end(), Vertex{0});
  return set;
}

std::vector<std::pair<Vertex, Kind>> sizes_and_kinds(std::initializer_list<Vertex> sizes) {
  std::vector<std::pair<Vertex, Kind>> all;
  for (const Vertex s : sizes) {
    for (const Kind kind : kinds) all.emplace_back(s, kind);
  }
  return all;
}

}  // namespace

TEST_CASE("exchanges under tabu find the optimum of small graphs, whatever the weights") {
  for (const auto weights : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Graph graph = test::random_graph(18, 0.5, seed, weights);
      for (const auto& [s, kind] : sizes_and_kinds({2u, 7u, 16u})) {
        INFO("seed " << seed << ", s = " << s << ", kind " << static_cast<int>(kind));
        Search search(kind, graph, lowest_numbers(s));
        const std::uint64_t work = 300'000;
        search->advance(work);
        const subgraph::detail::Found& best = search->best();
        CHECK(best.vertices.size() == s);
        CHECK(std::is_sorted(best.vertices.begin(), best.vertices.end()));
        CHECK(induced_totals(graph, best.vertices).weight == Approx(best.weight));
        CHECK(best.weight == Approx(test::brute_force_densest(graph, s)));
        CHECK(std::is_sorted(search.improvements().begin(), search.improvements().end()));
        CHECK(search->work() >= work);
        CHECK(search->counts().starts > 1);
        CHECK(search->counts().blocks == 0);
      }
    }
  }
}

TEST_CASE("exchanges under tabu leave anchors where they are, sets from elsewhere included") {
  const Graph graph = test::random_graph(120, 0.1, 5);
  const VertexSet anchors = {3, 50, 90};
  VertexSet start = lowest_numbers(20);
  start.insert(start.end(), {50, 90});
  for (const Kind kind : kinds) {
    Search search(kind, graph, start, anchors);
    search->offer({1e9, VertexSet{60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70,
                                  71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81}});
    search->advance(400'000);
    CHECK(search->best().vertices.size() == start.size());
    CHECK(std::ranges::includes(search->best().vertices, anchors));
    CHECK(induced_totals(graph, search->best().vertices).weight == search->best().weight);
  }
}

TEST_CASE("exchanges under tabu end at their target, with the run, and begin from hints") {
  const PlantedGraph made =
      planted({.num_vertices = 3000, .average_degree = 6.0, .planted_size = 40, .planted_density = 0.5});
  const Weight wanted = induced_totals(made.graph, made.planted).weight;
  const VertexSet start = lowest_numbers(40);
  const std::vector<VertexSet> hints = {made.planted};
  for (const Kind kind : kinds) {
    Search hinted(kind, made.graph, start, {}, wanted, hints);
    hinted->advance(10'000'000);
    CHECK(hinted->best().weight >= wanted);
    CHECK(hinted->counts().starts == 1);
    CHECK(hinted->work() < 1'000'000);
    CHECK(hinted.first_to_target() == 1);

    test::FakeClock clock(0.01);
    Search stopped(kind, made.graph, start, {}, no_target, {},
                   RunContext({.time_limit = 1.0, .clock = &clock}));
    stopped->advance(std::numeric_limits<std::uint64_t>::max());
    CHECK(stopped->best().vertices.size() == 40);

    // Twice the same, however the work is cut into slices.
    Search whole(kind, made.graph, start);
    Search sliced(kind, made.graph, start);
    whole->advance(600'000);
    for (std::uint64_t limit = 50'000; limit <= 600'000; limit += 50'000) sliced->advance(limit);
    CHECK(whole->best().vertices == sliced->best().vertices);
    CHECK(whole->counts().kicks == sliced->counts().kicks);
  }
}
