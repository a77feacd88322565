#include <atomic>
#include <cstdint>
#include <limits>
#include <utility>

#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>

#include "subgraph/problem/starts.hpp"
#include "subgraph/search/team.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"
#include "support/weight_ranges.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

TeamOptions little_work() {
  TeamOptions options;
  options.work = 2'000'000;
  options.target = std::numeric_limits<double>::infinity();
  return options;
}

VertexSet random_set(const Graph& graph, Vertex s, std::uint64_t seed) {
  Problem problem;
  problem.graph = graph;
  problem.s = s;
  return make_start(problem, StartKind::random, RunContext({.seed = seed}));
}

PlantedGraph planted_graph(std::uint32_t max_weight) {
  PlantedOptions options;
  options.num_vertices = 5000;
  options.average_degree = 4.0;
  options.planted_size = 25;
  options.planted_density = 0.6;
  options.max_weight = max_weight;
  return planted(options);
}

}  // namespace

TEST_CASE("kicks and restarts find a planted set from random starts, weighted or not") {
  for (const std::uint32_t max_weight : {0u, 9u}) {
    const PlantedGraph made = planted_graph(max_weight);
    const Weight wanted = induced_totals(made.graph, made.planted).weight;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SwapState state(made.graph, random_set(made.graph, 25, seed));
      const Weight start = state.weight();
      std::vector<Weight> improvements;
      const TeamResult result = team_search(state, little_work(), seed, RunContext(),
                                            [&](Weight w, std::uint64_t) { improvements.push_back(w); });
      CHECK(state.weight() >= wanted);
      CHECK(result.reason == StopReason::converged);
      CHECK(result.kicks > 0);
      REQUIRE_FALSE(improvements.empty());
      CHECK(improvements.front() > start);
      CHECK(std::is_sorted(improvements.begin(), improvements.end()));
      CHECK(improvements.back() == state.weight());
      CHECK(state.members().size() == 25);
      CHECK(induced_totals(made.graph, state.sorted_members()).weight == state.weight());
    }
  }
}

TEST_CASE("the best set is kept through restarts and when the run is stopped") {
  const Graph graph = test::random_graph(200, 0.05, 8);
  const VertexSet start = peel(graph, 20);
  const Weight least = induced_totals(graph, start).weight;
  test::FakeClock clock(0.01);
  for (const double limit : {0.0, 0.5, 20.0}) {
    SwapState state(graph, start);
    TeamOptions options = little_work();
    options.work = std::numeric_limits<std::uint64_t>::max();
    const RunContext run({.time_limit = limit, .clock = &clock});
    const TeamResult result = team_search(state, options, 1, run, [](Weight, std::uint64_t) {});
    CHECK(result.reason == StopReason::deadline);
    CHECK(state.members().size() == 20);
    CHECK(state.weight() >= least);
    if (limit == 20.0) CHECK(result.starts > 1);
  }
  SwapState state(graph, start);
  TeamOptions options = little_work();
  options.target = least;
  CHECK(team_search(state, options, 1, RunContext(), [](Weight, std::uint64_t) {}).reason ==
        StopReason::target);
}

TEST_CASE("searchers join, and their answer does not depend on threads") {
  const Graph graph = test::random_graph(400, 0.04, 17);
  const VertexSet start = random_set(graph, 30, 3);
  constexpr double no_target = std::numeric_limits<double>::infinity();
  const auto search = [&](int searchers, int threads, double target) {
    TeamOptions options = little_work();
    options.searchers = searchers;
    options.target = target;
    SwapState state(graph, start);
    const RunContext run({.threads = threads});
    const TeamResult result = team_search(state, options, 5, run, [](Weight, std::uint64_t) {});
    return std::make_pair(result, state.sorted_members());
  };
  for (const int searchers : {1, 3, 4}) {
    double target = no_target;
    for (const StopReason reason : {StopReason::converged, StopReason::target}) {
      const auto alone = search(searchers, 1, target);
      const auto together = search(searchers, 2, target);
      INFO("searchers " << searchers << ", target " << target);
      CHECK(alone.second == together.second);
      CHECK(alone.first.reason == reason);
      CHECK(together.first.reason == reason);
      CHECK(alone.first.kicks == together.first.kicks);
      CHECK(alone.first.starts == together.first.starts);
      CHECK(alone.first.blocks == together.first.blocks);
      target = induced_totals(graph, alone.second).weight;  // the second time stop at the weight found
    }
  }
  // The others each begin with a start of their own: another path than that of the lone searcher.
  CHECK(search(4, 1, no_target).first.kicks != search(1, 1, no_target).first.kicks);
}

TEST_CASE("hints are asked for once, when the search goes on") {
  const PlantedGraph made = planted_graph(0);
  for (const std::uint64_t after : {std::uint64_t{0}, std::uint64_t{500'000}, std::uint64_t{1} << 60}) {
    SwapState state(made.graph, random_set(made.graph, 25, 1));
    TeamOptions options = little_work();
    options.work = 10'000'000;  // goes on past `after`, however soon the best set is found
    int asked = 0;
    options.more_hints = [&] {
      ++asked;
      return std::vector<VertexSet>{made.planted};
    };
    options.hint_work = after;
    team_search(state, options, 1, RunContext(), [](Weight, std::uint64_t) {});
    CHECK(asked == (after < (std::uint64_t{1} << 60) ? 1 : 0));
  }
  SwapState state(made.graph, random_set(made.graph, 25, 1));
  TeamOptions options = little_work();
  int asked = 0;
  options.more_hints = [&] {
    ++asked;
    return std::vector<VertexSet>();
  };
  team_search(state, options, 1, RunContext(), [](Weight, std::uint64_t) {});
  CHECK(asked == 1);
}

TEST_CASE("sparse graphs are searched by exchanges too, but for weighted ones") {
  // Exchanges count as kicks, and there are many times as many of them for the same work.
  const auto kicks = [](test::TestWeights weights) {
    const Graph graph = test::random_graph(5000, 0.001, 3, weights);
    SwapState state(graph, random_set(graph, 60, 1));
    const std::vector<Vertex> order = subgraph::detail::core_order(graph, RunContext())->order;
    TeamOptions options = little_work();
    options.core_order = order;
    options.work = 500'000;
    return team_search(state, options, 1, RunContext(), [](Weight, std::uint64_t) {}).kicks;
  };
  const std::uint64_t weighted = kicks(test::TestWeights::real);
  CHECK(weighted > 0);
  CHECK(kicks(test::TestWeights::none) > 4 * weighted);
}

TEST_CASE("a search ends when its work is done, though sums of its weights are rounded") {
  // 10^4 + 0.1 - 10^4 is not 0.1: a running sum climbs without a better set.
  const std::vector<WeightedEdge> edges = {{0, 1, 1e4}, {2, 3, 0.1}, {2, 4, 1e4}, {3, 4, 1e4}};
  const Graph two_scales = Graph::from_edges(std::span<const WeightedEdge>(edges), 5);
  std::vector<Graph> graphs = {two_scales};
  for (const test::WeightRange range : test::weight_ranges)
    graphs.push_back(test::graph_of_range(range, 10, 0.6, 4));
  for (const Graph& graph : graphs) {
    for (const Vertex s : {3, 4}) {
      const test::PollClock clock(0.0, 2'000'000);
      const RunContext run({.threads = 1, .time_limit = 1.0, .clock = &clock});
      SwapState state(graph, random_set(graph, s, 1));
      std::vector<Weight> improvements;
      const TeamResult result = team_search(state, little_work(), 1, run, [&](Weight weight, std::uint64_t) {
        improvements.push_back(weight);
      });
      CHECK(result.reason == StopReason::converged);
      CHECK(improvements.size() <= 20);
      const Weight best = test::brute_force_densest(graph, s);
      CHECK(state.weight() >= best - 1e-12 * std::max(1.0, best));
    }
  }
}

TEST_CASE("a search that is cancelled stops within a few looks at the flag") {
  class CancellingClock final : public Clock {
   public:
    explicit CancellingClock(std::atomic<bool>& cancel) : cancel_(cancel) {}
    double seconds() const override {
      if (++polls_ == 50) cancel_ = true;
      return 0.0;
    }
    int polls() const { return polls_; }

   private:
    std::atomic<bool>& cancel_;
    mutable int polls_ = 0;
  };
  for (const test::WeightRange range : test::weight_ranges) {
    const Graph graph = test::graph_of_range(range, 12, 0.7, 4);
    std::atomic<bool> cancel = false;
    const CancellingClock clock(cancel);
    const RunContext run({.threads = 1, .time_limit = 1.0, .clock = &clock, .cancel = &cancel});
    TeamOptions options;
    options.work = std::numeric_limits<std::uint64_t>::max() / 4;
    SwapState state(graph, random_set(graph, 5, 1));
    CHECK(team_search(state, options, 1, run, {}).reason == StopReason::interrupted);
    CHECK(clock.polls() <= 60);
  }
}
