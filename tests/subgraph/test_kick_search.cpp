#include <atomic>
#include <limits>
#include <utility>

#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/kick_search.hpp>
#include <lode/subgraph/starts.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

KickSearchOptions little_work() {
  KickSearchOptions options;
  options.work = 1'000'000;
  options.target = std::numeric_limits<double>::infinity();
  return options;
}

VertexSet random_set(const Graph& graph, Vertex s, std::uint64_t seed) {
  Problem problem;
  problem.graph = graph;
  problem.s = s;
  return make_start(problem, StartKind::random, seed);
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

TEST_CASE("a journal takes moves back") {
  const Graph graph = test::random_graph(50, 0.2, 4, test::TestWeights::integral);
  SwapState state(graph, {1, 2, 3, 5, 8, 13});
  const VertexSet before = state.sorted_members();
  const Weight weight = state.weight();
  Rng rng(1);
  for (int round = 0; round < 20; ++round) {
    state.begin_journal();
    for (int i = 0; i < 30; ++i) {
      const auto v = static_cast<Vertex>(rng.below(50));
      state.is_member(v) ? state.remove(v) : state.add(v);
    }
    state.undo_journal();
    REQUIRE(state.sorted_members() == before);
    REQUIRE(state.weight() == weight);
  }
  const SwapState fresh(graph, before);
  for (Vertex v = 0; v < 50; ++v) CHECK(state.degree_into(v) == fresh.degree_into(v));
}

TEST_CASE("kicks and restarts find a planted set from random starts, weighted or not") {
  for (const std::uint32_t max_weight : {0u, 9u}) {
    const PlantedGraph made = planted_graph(max_weight);
    const Weight wanted = induced_totals(made.graph, made.planted).weight;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SwapState state(made.graph, random_set(made.graph, 25, seed));
      const Weight start = state.weight();
      std::vector<Weight> improvements;
      const KickSearchResult result =
          kick_search(state, little_work(), seed, RunContext(),
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
    KickSearchOptions options = little_work();
    options.work = std::numeric_limits<std::uint64_t>::max();
    const RunContext run({.time_limit = limit, .clock = &clock});
    const KickSearchResult result = kick_search(state, options, 1, run, [](Weight, std::uint64_t) {});
    CHECK(result.reason == StopReason::deadline);
    CHECK(state.members().size() == 20);
    CHECK(state.weight() >= least);
    if (limit == 20.0) CHECK(result.starts > 1);
  }
  SwapState state(graph, start);
  KickSearchOptions options = little_work();
  options.target = least;
  CHECK(kick_search(state, options, 1, RunContext(), [](Weight, std::uint64_t) {}).reason ==
        StopReason::target);
}

TEST_CASE("kicks cope with graphs that leave them nothing to do") {
  const auto search = [&](const Graph& graph, const VertexSet& set) {
    SwapState state(graph, set);
    kick_search(state, little_work(), 1, RunContext(), [](Weight, std::uint64_t) {});
    CHECK(state.members().size() == set.size());
    return state.weight();
  };
  CHECK(search(Graph::from_edges(std::span<const Edge>(), 5), {0, 1}) == 0.0);
  const Edge one[] = {{3, 4}};
  CHECK(search(Graph::from_edges(one), {0, 1}) == 1.0);
  CHECK(search(Graph::from_edges(one), {0, 1, 2, 3, 4}) == 1.0);
  CHECK(search(Graph::from_edges(one), {2}) == 0.0);
  const WeightedEdge nothing[] = {{0, 1, 0.0}, {1, 2, 0.0}};
  CHECK(search(Graph::from_edges(nothing), {0, 2}) == 0.0);
}

TEST_CASE("searchers join, and their answer does not depend on threads") {
  const Graph graph = test::random_graph(400, 0.04, 17);
  const VertexSet start = random_set(graph, 30, 3);
  constexpr double no_target = std::numeric_limits<double>::infinity();
  const auto search = [&](int searchers, int threads, double target) {
    KickSearchOptions options = little_work();
    options.searchers = searchers;
    options.target = target;
    SwapState state(graph, start);
    const RunContext run({.threads = threads});
    const KickSearchResult result = kick_search(state, options, 5, run, [](Weight, std::uint64_t) {});
    return std::make_pair(result, state.sorted_members());
  };
  for (const int searchers : {1, 4}) {
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
