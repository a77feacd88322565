#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/questions/thresholds.hpp>

#include "questions/thresholds/all_sets.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using lode::test::AllSets;
using lode::test::CountedSet;
using lode::test::mask_of;

namespace {

Graph path_of(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 1; v < n; ++v) edges.push_back({v - 1, v});
  return Graph::from_edges(edges, n);
}

FindAnswer answer_of(const Graph& graph, const DensityThreshold& threshold, const FindRequest& demands) {
  return test::largest_sets(graph, {{threshold}, demands}).answers.front();
}

/// By the definition, in whole numbers.
bool reaches(const DensityThreshold& threshold, const CountedSet& set) {
  const std::uint64_t pairs = set.size * (set.size - std::uint64_t{1}) / 2;
  const std::uint64_t edges = pairs - set.missing;
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  return (pairs == 0 || share(edges, pairs) >= threshold.density) &&
         share(2 * edges, set.size) >= threshold.average_degree &&
         set.missing <= threshold.missing.value_or(pairs) &&
         (threshold.plex == 0 || set.most_missed < threshold.plex);
}

DensityThreshold some_threshold(Rng& rng) {
  switch (rng.below(4)) {
    case 0:
      return {.density = static_cast<double>(1 + rng.below(10)) / 10};
    case 1:
      return {.average_degree = static_cast<double>(1 + rng.below(12)) / 2};
    case 2:
      return {.missing = rng.below(9)};
    default:
      return {.plex = static_cast<Vertex>(1 + rng.below(4))};
  }
}

/// Each vertex is included or excluded with a chance of one in four; a few or none of both.
FindRequest some_demands(Rng& rng, Vertex n) {
  FindRequest demands;
  for (Vertex v = n; v-- > 0;) {
    const std::uint64_t draw = rng.below(8);
    if (draw < 2 && demands.include.size() < 3) demands.include.push_back(v);
    if (draw == 2 && demands.exclude.size() + 1 < n) demands.exclude.push_back(v);
  }
  demands.connected = rng.below(3) > 0;
  return demands;
}

}  // namespace

TEST_CASE("vertices to include that are not connected are no connected set") {
  const FindAnswer answer =
      answer_of(path_of(4), {.missing = 2}, {.sizes = {}, .include = {0, 1, 3}, .connected = true});
  CHECK_FALSE(answer.part_as<LargestSize>()->reached);
  CHECK(answer.part_as<LargestSize>()->largest_possible == 0);
}

TEST_CASE("vertices to include that lie far apart are joined") {
  FindRequest ends{.sizes = {}, .include = {0, 3}, .connected = true};
  const FindAnswer whole = answer_of(path_of(4), {.density = 0.1}, ends);
  CHECK(whole.part_as<LargestSize>()->reached);
  CHECK(whole.solution.vertices == VertexSet{0, 1, 2, 3});
  const FindAnswer none = answer_of(path_of(4), {.missing = 1}, ends);
  CHECK_FALSE(none.part_as<LargestSize>()->reached);
  CHECK(none.part_as<LargestSize>()->largest_possible == 0);
  // A path is joined by its 41 vertices, and no more of them reach this degree.
  const Graph path = path_of(60);
  ends.include = {50, 10};
  const FindAnswer joined = answer_of(path, {.average_degree = 1.9}, ends);
  CHECK(joined.part_as<LargestSize>()->reached);
  CHECK(joined.s >= 41);
}

TEST_CASE("no set is connected that holds vertices of two components") {
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}, {3, 4}, {4, 5}});
  const FindAnswer answer =
      answer_of(graph, {.density = 0.1}, {.sizes = {}, .include = {0, 5}, .connected = true});
  CHECK_FALSE(answer.part_as<LargestSize>()->reached);
  CHECK_FALSE(answer.connected);  // and it does not say that it is
  CHECK(answer.part_as<LargestSize>()->largest_possible == 0);
}

TEST_CASE("a run that is stopped while vertices are joined leaves an answer") {
  const Graph path = path_of(2000);
  const FindRequest ends{.sizes = {}, .include = {0, 1999}, .connected = true};
  for (const double seconds : {0.0, 0.05, 0.5}) {
    test::FakeClock clock(0.001);
    const test::ThresholdQuestion request{{{.density = 0.0005}}, ends};
    const FindAnswer answer =
        test::largest_sets(path, request, {}, RunContext({.time_limit = seconds, .clock = &clock}))
            .answers.front();
    CHECK(answer.part_as<LargestSize>()->largest_possible == 2000);
  }
}

TEST_CASE("largest sets with several demands agree with all sets") {
  int asked = 0;
  int equal = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Graph graph = test::shaped_graph(seed);
    const AllSets sets(graph);
    Rng rng(seed, 17);
    const DensityThreshold threshold = some_threshold(rng);
    const FindRequest demands = some_demands(rng, graph.num_vertices());
    INFO("seed " << seed << ", " << threshold.text());
    const FindAnswer answer = answer_of(graph, threshold, demands);
    const auto wanted = [&](const CountedSet& set) {
      return reaches(threshold, set) && (set.connected || !demands.connected);
    };
    const std::uint32_t in = mask_of(demands.include);
    const std::uint32_t out = mask_of(demands.exclude);
    const Vertex best = sets.largest(in, out, wanted);
    const Vertex found = answer.part_as<LargestSize>()->reached ? answer.s : 0;
    const std::uint32_t set = mask_of(answer.solution.vertices);
    CHECK((set & in) == in);
    CHECK((set & out) == 0);
    if (answer.part_as<LargestSize>()->reached) CHECK(wanted(sets[set]));
    CHECK(found <= best);
    CHECK(answer.part_as<LargestSize>()->largest_possible >= best);
    if (answer.part_as<LargestSize>()->next_possible == 0) CHECK(found == best);
    ++asked;
    equal += found == best;
  }
  CHECK(equal > asked * 99 / 100);
}
