#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/generators.hpp>
#include <lode/questions/thresholds.hpp>

#include "questions/thresholds/all_sets.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using lode::test::AllSets;
using lode::test::CountedSet;
using lode::test::mask_of;

namespace {

/// p / q, compared in whole numbers here.
struct Share {
  std::uint64_t p = 1;
  std::uint64_t q = 1;
  double value() const { return static_cast<double>(p) / static_cast<double>(q); }
};

const std::vector<Share> shares = {{1, 2}, {2, 3}, {3, 5}, {17, 20}, {1, 1}, {1, 10}, {5, 6}};

NearlyCompleteOptions demands_of(const Graph& graph, std::uint64_t seed) {
  NearlyCompleteOptions options;
  if (seed % 2 == 0) return options;
  Rng rng(seed, 11);
  const auto draw = [&] { return static_cast<Vertex>(rng.below(graph.num_vertices())); };
  if (rng.below(2) == 0) options.include = {draw()};
  if (const Vertex v = draw(); rng.below(2) == 0 && mask_of(options.include) >> v == 0) options.exclude = {v};
  if (const Vertex v = draw(); rng.below(3) == 0 && (mask_of(options.exclude) >> v & 1u) == 0 &&
                               (mask_of(options.include) >> v & 1u) == 0) {
    options.include.push_back(v);
  }
  options.connected = rng.below(3) == 0;
  return options;
}

/// Compares one answer with all sets that `accepts` takes.
template <class Accepts>
void check_largest(const AllSets& sets, const NearlyCompleteOptions& options, const LargestSet& answer,
                   const Accepts& accepts) {
  const std::uint32_t include = mask_of(options.include);
  const std::uint32_t exclude = mask_of(options.exclude);
  const auto wanted = [&](const CountedSet& set) {
    return accepts(set) && (set.connected || !options.connected);
  };
  const Vertex expected = sets.largest(include, exclude, wanted);
  REQUIRE(answer.proven_optimal());
  REQUIRE(answer.size() == expected);
  if (expected == 0) return;
  const std::uint32_t mask = mask_of(answer.vertices);
  REQUIRE(std::is_sorted(answer.vertices.begin(), answer.vertices.end()));
  REQUIRE(sets[mask].size == expected);
  REQUIRE(sets[mask].missing == answer.missing);
  REQUIRE(wanted(sets[mask]));
  REQUIRE((mask & include) == include);
  REQUIRE((mask & exclude) == 0);
}

/// What an answer says of all sets of a size holds.
void check_fewest(const AllSets& sets, const Graph& graph, const NearlyCompleteOptions& options,
                  const LargestSet& answer) {
  for (std::uint32_t mask = 1; mask < std::uint32_t{1} << graph.num_vertices(); ++mask) {
    if ((mask & mask_of(options.exclude)) != 0) continue;
    REQUIRE(answer.missing_at_least[sets[mask].size] <= sets[mask].missing);
  }
}

bool reaches(const Share& share, const CountedSet& set) {
  const std::uint64_t pairs = set.size * (set.size - std::uint64_t{1}) / 2;
  return (pairs - set.missing) * share.q >= share.p * pairs;
}

}  // namespace

TEST_CASE("the largest defective clique and the largest plex are those of all sets") {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Graph graph = test::shaped_graph(seed);
    const AllSets sets(graph);
    const NearlyCompleteOptions options = demands_of(graph, seed);
    for (Vertex k = 0; k <= 6; ++k) {
      CAPTURE(seed, k);
      const LargestSet clique = largest_nearly_complete(graph, {.missing = k}, options);
      check_largest(sets, options, clique, [k](const CountedSet& set) { return set.missing <= k; });
      check_fewest(sets, graph, options, clique);
      if (k == 0) continue;
      const LargestSet plex = largest_nearly_complete(graph, {.plex = k}, options);
      check_largest(sets, options, plex, [k](const CountedSet& set) { return set.most_missed + 1 <= k; });
      check_fewest(sets, graph, options, plex);
    }
  }
}

TEST_CASE("the largest set of a density is that of all sets") {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Graph graph = test::shaped_graph(seed);
    const AllSets sets(graph);
    const NearlyCompleteOptions options = demands_of(graph, seed);
    for (const Share& share : shares) {
      CAPTURE(seed, share.p, share.q);
      const LargestSet answer = largest_nearly_complete(graph, {.density = share.value()}, options);
      check_largest(sets, options, answer, [&](const CountedSet& set) { return reaches(share, set); });
      check_fewest(sets, graph, options, answer);
    }
  }
}

TEST_CASE("a hint and a known limit come back where nothing better is known") {
  const Graph graph = gnp({.num_vertices = 60, .probability = 0.5, .seed = 5});
  const LargestSet known = largest_nearly_complete(graph, {.density = 0.9});
  REQUIRE(known.proven_optimal());
  NearlyCompleteOptions options;
  options.hint = known.vertices;
  options.work_limit = 1000;
  const auto with_upper = [&](Vertex upper) {
    options.upper = upper;
    return largest_nearly_complete(graph, {.density = 0.9}, options);
  };
  const LargestSet answer = with_upper(known.size() + 2);
  CHECK(answer.vertices == known.vertices);
  CHECK(answer.upper_bound == known.size() + 2);
  CHECK(!answer.proven_optimal());
  CHECK(with_upper(known.size()).proven_optimal());
  CHECK_THROWS_WITH(with_upper(known.size() - 1), Catch::Contains("contradicts the upper limit"));
}

TEST_CASE("an upper limit is about the sets that meet the demands") {
  // A clique of 8 vertices, and a triangle that holds the vertex to include.
  std::vector<Edge> edges = {{8, 9}, {8, 10}, {9, 10}};
  for (Vertex v = 0; v < 8; ++v) {
    for (Vertex u = v + 1; u < 8; ++u) edges.push_back({v, u});
  }
  const LargestSet triangle = largest_nearly_complete(Graph::from_edges(edges), {.density = 0.9},
                                                      {.include = {8}, .connected = true, .upper = 4});
  CHECK(triangle.vertices == VertexSet{8, 9, 10});
  CHECK(triangle.proven_optimal());
  for (std::uint64_t seed = 1; seed < 500; seed += 2) {
    const Graph graph = test::shaped_graph(seed);
    const AllSets sets(graph);
    NearlyCompleteOptions options = demands_of(graph, seed);
    for (const Share& share : shares) {
      CAPTURE(seed, share.p, share.q);
      const auto wanted = [&](const CountedSet& set) {
        return reaches(share, set) && (set.connected || !options.connected);
      };
      const Vertex largest = sets.largest(mask_of(options.include), mask_of(options.exclude), wanted);
      options.upper = largest;
      const LargestSet answer = largest_nearly_complete(graph, {.density = share.value()}, options);
      check_largest(sets, options, answer, [&](const CountedSet& set) { return reaches(share, set); });
      check_fewest(sets, graph, options, answer);
    }
  }
}

TEST_CASE("searches that are stopped leave intervals that hold") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Graph graph =
        gnp({.num_vertices = 40, .probability = 0.3 + 0.1 * static_cast<double>(seed), .seed = seed});
    const auto all = [&](const NearlyCompleteOptions& options, const RunContext& run) {
      return std::vector<LargestSet>{largest_nearly_complete(graph, {.missing = 3}, options, run),
                                     largest_nearly_complete(graph, {.density = 0.85}, options, run),
                                     largest_nearly_complete(graph, {.plex = 2}, options, run)};
    };
    const std::vector<LargestSet> whole = all({}, RunContext());
    for (const LargestSet& one : whole) REQUIRE(one.proven_optimal());
    for (const double time : {0.0, 0.002, 0.005, 0.01, 0.02, 0.1, 0.5}) {
      test::FakeClock clock(0.001);
      const std::vector<LargestSet> late = all({}, RunContext({.time_limit = time, .clock = &clock}));
      for (std::size_t i = 0; i < late.size(); ++i) {
        CAPTURE(seed, time, i);
        CHECK(late[i].size() <= whole[i].size());
        CHECK(late[i].upper_bound >= whole[i].size());
      }
    }
    for (const std::uint64_t limit : {0u, 1000u, 100'000u, 10'000'000u}) {
      NearlyCompleteOptions options;
      options.work_limit = limit;
      const std::vector<LargestSet> one = all(options, RunContext());
      const std::vector<LargestSet> two = all(options, RunContext({.threads = 2}));
      for (std::size_t i = 0; i < one.size(); ++i) {
        CAPTURE(seed, limit, i);
        CHECK(one[i].size() <= whole[i].size());
        CHECK(one[i].upper_bound >= whole[i].size());
        CHECK(two[i].vertices == one[i].vertices);
        CHECK(two[i].upper_bound == one[i].upper_bound);
        CHECK(two[i].work == one[i].work);
      }
    }
  }
}

TEST_CASE("little work is enough to exclude every size far above the best") {
  NearlyCompleteOptions options;
  options.work_limit = std::uint64_t{1} << 25;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    CAPTURE(seed);
    const Graph graph = gnp({.num_vertices = 60, .probability = 0.5, .seed = seed});
    const LargestSet answer = largest_nearly_complete(graph, {.plex = 5}, options);
    CHECK(answer.size() >= 15);
    CHECK(answer.upper_bound <= answer.size() + 4);
    CHECK_FALSE(answer.proven_optimal());
  }
}

TEST_CASE("a set with no pair missing is a largest clique") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Graph graph =
        gnp({.num_vertices = 200, .probability = 0.1 + 0.06 * static_cast<double>(seed), .seed = seed});
    const Vertex clique_number = maximum_clique(graph).size();
    CAPTURE(seed);
    for (const LargestSet& answer :
         {largest_nearly_complete(graph, {.missing = 0}), largest_nearly_complete(graph, {.plex = 1}),
          largest_nearly_complete(graph, {.density = 1.0})}) {
      CHECK(answer.proven_optimal());
      CHECK(answer.size() == clique_number);
    }
  }
}

TEST_CASE("a density is reached as fractions of whole numbers are") {
  for (std::uint64_t pairs = 1; pairs <= 120; ++pairs) {
    for (std::uint64_t q = 1; q <= 60; ++q) {
      for (std::uint64_t p = 1; p <= q; ++p) {
        REQUIRE(least_count(Share{p, q}.value(), static_cast<double>(pairs)) ==
                static_cast<double>((p * pairs + q - 1) / q));
      }
    }
  }
  // A density that was computed is reached by its own set, and its successor is not.
  const double density = 1'000'003.0 / 7'999'999'999.0;
  CHECK(least_count(density, 7'999'999'999.0) == 1'000'003);
  CHECK(least_count(std::nextafter(density, 1.0), 7'999'999'999.0) == 1'000'004);
  CHECK(least_count(1e100, 1e18) == 1e118);
  CHECK(least_count(1e-100, 1e18) == 1);
}

TEST_CASE("shares and plexes that are none are refused") {
  const Graph graph = Graph::from_edges({{0, 1}});
  for (const double density : {0.0, 2.0, std::nan("")}) {
    CHECK_THROWS_AS(largest_nearly_complete(graph, {.density = density}), InvalidArgument);
  }
  CHECK(largest_nearly_complete(Graph(), {.plex = 2}).proven_optimal());
}
