#include <algorithm>
#include <cstdint>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>
#include <lode/questions/thresholds.hpp>

#include "questions/thresholds/all_sets.hpp"
#include "questions/thresholds/decision.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using namespace lode::subgraph::detail;
using lode::test::AllSets;
using lode::test::CountedSet;
using lode::test::mask_of;

namespace {

/// Up to three vertices to include and to exclude, none in both lists.
NearlyCompleteOptions drawn_demands(const Graph& graph, std::uint64_t seed) {
  NearlyCompleteOptions options;
  Rng rng(seed, 7);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const std::uint64_t draw = rng.below(8);
    if (draw == 0 && options.include.size() < 3) options.include.insert(options.include.begin(), v);
    if (draw == 1 && options.exclude.size() < 3) options.exclude.insert(options.exclude.begin(), v);
  }
  options.connected = rng.below(2) == 1;
  return options;
}

/// Looks for a set of s vertices that misses at most k pairs.
MissingEdgesAnswer missing_edges_search(const Graph& graph, Vertex s, EdgeCount k,
                                        const NearlyCompleteOptions& options = {},
                                        const RunContext& run = RunContext()) {
  VertexSet include = options.include;
  std::ranges::sort(include);
  const ReducedProblem inner =
      without_excluded({.graph = graph, .s = 0, .include = std::move(include), .exclude = options.exclude});
  const CoreDecomposition cores = *core_decomposition(inner.problem.graph, RunContext());
  SearchProgress progress;
  MissingEdgesAnswer answer =
      SetFinder(inner.problem.graph, cores)
          .decide({s, k, s - 1, options.missing_at_least}, {inner.problem.include, options.connected},
                  options.work_limit, run, progress);
  answer.vertices = inner.part.to_graph(answer.vertices);
  return answer;
}

}  // namespace

TEST_CASE("a set with few missing edges is found wherever there is one, and refuted elsewhere") {
  const RunContext two({.threads = 2});
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Graph graph = test::shaped_graph(seed);
    const AllSets sets(graph);
    const NearlyCompleteOptions options =
        seed % 2 == 0 ? NearlyCompleteOptions() : drawn_demands(graph, seed);
    const std::uint32_t include = mask_of(options.include);
    const std::uint32_t exclude = mask_of(options.exclude);
    for (EdgeCount k = 0; k <= 6; ++k) {
      for (Vertex s = 1; s <= graph.num_vertices() + 1; ++s) {
        CAPTURE(seed, k, s);
        const Vertex expected = sets.largest(include, exclude, [&](const CountedSet& set) {
          return set.size == s && set.missing <= k && (set.connected || !options.connected);
        });
        const MissingEdgesAnswer answer = missing_edges_search(graph, s, k, options);
        REQUIRE(answer.verdict == (expected == s ? SetVerdict::found : SetVerdict::none));
        const MissingEdgesAnswer shared = missing_edges_search(graph, s, k, options, two);
        REQUIRE(shared.vertices == answer.vertices);
        REQUIRE(shared.work == answer.work);
        REQUIRE(shared.nodes == answer.nodes);
        if (expected != s) continue;
        const std::uint32_t mask = mask_of(answer.vertices);
        REQUIRE(std::is_sorted(answer.vertices.begin(), answer.vertices.end()));
        REQUIRE(sets[mask].size == s);
        REQUIRE(answer.vertices.size() == s);
        REQUIRE(sets[mask].missing == answer.missing);
        REQUIRE(answer.missing <= k);
        REQUIRE((mask & include) == include);
        REQUIRE((mask & exclude) == 0);
        REQUIRE((sets[mask].connected || !options.connected));
      }
    }
  }
}

TEST_CASE("known bounds on what smaller sets miss change no verdict") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Graph graph = test::shaped_graph(seed);
    const AllSets sets(graph);
    NearlyCompleteOptions options;
    options.missing_at_least.assign(graph.num_vertices() + std::size_t{1}, 1000);
    options.missing_at_least[0] = 0;
    for (std::uint32_t mask = 1; mask < std::uint32_t{1} << graph.num_vertices(); ++mask) {
      EdgeCount& least = options.missing_at_least[sets[mask].size];
      least = std::min(least, sets[mask].missing);
    }
    const std::vector<EdgeCount> exact = options.missing_at_least;
    for (Vertex s = 1; s <= graph.num_vertices(); ++s) {
      for (EdgeCount k = 0; k <= 6; ++k) {
        CAPTURE(seed, s, k);
        options.missing_at_least = exact;
        options.missing_at_least.resize(s);  // of smaller sets alone
        CHECK(missing_edges_search(graph, s, k, options).verdict ==
              (exact[s] <= k ? SetVerdict::found : SetVerdict::none));
      }
    }
  }
}

TEST_CASE("larger sets, with what smaller ones miss at least and without") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Graph graph = test::random_graph(14, 0.2 + 0.06 * static_cast<double>(seed), seed);
    const AllSets sets(graph);
    std::vector<EdgeCount> exact(15, 1000);
    exact[0] = 0;
    for (std::uint32_t mask = 1; mask < std::uint32_t{1} << 14; ++mask) {
      exact[sets[mask].size] = std::min(exact[sets[mask].size], sets[mask].missing);
    }
    for (Vertex s = 3; s <= 14; ++s) {
      for (EdgeCount k = exact[s] - std::min<EdgeCount>(exact[s], 4); k <= exact[s] + 2; ++k) {
        CAPTURE(seed, s, k);
        const SetVerdict expected = exact[s] <= k ? SetVerdict::found : SetVerdict::none;
        CHECK(missing_edges_search(graph, s, k).verdict == expected);
        NearlyCompleteOptions options;
        options.missing_at_least.assign(exact.begin(), exact.begin() + s);
        CHECK(missing_edges_search(graph, s, k, options).verdict == expected);
      }
    }
  }
}

TEST_CASE("a search that is stopped claims nothing") {
  const Graph graph = gnp({.num_vertices = 120, .probability = 0.5, .seed = 3});
  const MissingEdgesAnswer whole = missing_edges_search(graph, 14, 4);
  REQUIRE(whole.verdict == SetVerdict::none);
  for (const std::uint64_t limit : {0u, 1u, 1000u, 100'000u, 1'000'000u}) {
    NearlyCompleteOptions options;
    options.work_limit = limit;
    const MissingEdgesAnswer one = missing_edges_search(graph, 14, 4, options);
    const MissingEdgesAnswer two = missing_edges_search(graph, 14, 4, options, RunContext({.threads = 2}));
    CAPTURE(limit);
    CHECK(one.verdict == (limit < whole.work ? SetVerdict::stopped : SetVerdict::none));
    CHECK(two.verdict == one.verdict);
  }
  test::FakeClock clock(0.001);
  const MissingEdgesAnswer late =
      missing_edges_search(graph, 14, 4, {}, RunContext({.time_limit = 0.01, .clock = &clock}));
  CHECK(late.verdict == SetVerdict::stopped);
  CHECK(late.vertices.empty());
}

TEST_CASE("wrong demands are refused with the vertex and the remedy") {
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}});
  CHECK_THROWS_WITH(largest_nearly_complete(graph, {.missing = 1}, {.include = {1}, .exclude = {1}}),
                    Catch::Contains("include 1 is excluded too"));
  CHECK_THROWS_AS(largest_nearly_complete(graph, {.missing = 1}, {.include = {3}}), InvalidArgument);
  CHECK_THROWS_AS(largest_nearly_complete(graph, {.missing = 1}, {.exclude = {2, 2}}), InvalidArgument);
  CHECK_THROWS_AS(largest_nearly_complete(graph, {.missing = 1}, {.hint = {0, 0}}), InvalidArgument);
  CHECK(missing_edges_search(Graph(), 1, 5).verdict == SetVerdict::none);
  CHECK(missing_edges_search(graph, 3, 1, {.include = {0, 1, 2}}).verdict == SetVerdict::found);
}
