#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "subgraph/limits/limited_search.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

std::vector<GroupLimits> drawn_limits(Vertex n, Rng& rng) {
  std::vector<GroupLimits> groups(1 + rng.below(4));
  for (GroupLimits& group : groups) {
    for (Vertex v = 0; v < n; ++v) {
      if (rng.below(3) == 0) group.members.push_back(v);
    }
    group.least = static_cast<Vertex>(rng.below(4));
    group.most = group.least + static_cast<Vertex>(rng.below(3));
  }
  return groups;
}

bool keeps_limits(std::uint32_t set, const std::vector<GroupLimits>& groups) {
  return std::ranges::all_of(groups, [&](const GroupLimits& group) {
    const auto count = static_cast<Vertex>(std::popcount(set & test::mask_of(group.members)));
    return group.least <= count && count <= group.most;
  });
}

}  // namespace

TEST_CASE("quotas are refused only where no set keeps them") {
  int possible = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed, 901);
    const auto n = static_cast<Vertex>(2 + rng.below(9));
    const Problem problem{
        .graph = test::random_graph(n, 0.5, seed),
        .s = static_cast<Vertex>(1 + rng.below(n)),
        .exclude = rng.below(2) == 0 ? VertexSet{} : VertexSet{static_cast<Vertex>(rng.below(n))}};
    const std::vector<GroupLimits> groups = drawn_limits(n, rng);
    bool any = false;
    for (std::uint32_t set = 0; set < std::uint32_t{1} << n; ++set) {
      any = any || (std::popcount(set) == static_cast<int>(problem.s) &&
                    (set & test::mask_of(problem.exclude)) == 0 && keeps_limits(set, groups));
    }
    INFO("seed " << seed);
    const LimitedSearchOptions quick{.exhaustive_work = 0, .work = 0};
    possible += any;
    if (!any) {
      CHECK_THROWS_AS(limited_search(problem, groups, {}, quick, RunContext()), InvalidArgument);
      continue;
    }
    const Solution found = limited_search(problem, groups, {}, quick, RunContext());
    CHECK(keeps_limits(test::mask_of(found.vertices), groups));
  }
  CHECK(possible > 50);
}

TEST_CASE("exhaustive search and tabu search find the best of all sets, at any scale of weights") {
  int empty = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Rng rng(seed, 903);
    const auto n = static_cast<Vertex>(3 + rng.below(10));
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const double unit = std::ldexp(1.0, static_cast<int>(rng.below(81)) - 40);
    Problem problem;
    problem.graph = test::random_graph(n, 0.2 + 0.7 * rng.uniform(), seed, kind, unit);
    if (seed % 4 == 0) problem.graph = negated(problem.graph);
    problem.s = static_cast<Vertex>(1 + rng.below(n));
    problem.connected = seed % 5 < 2;
    for (Vertex v = 0; seed % 7 == 0 && v < n; ++v) problem.values.push_back(unit * (rng.uniform() - 0.5));
    if (rng.below(3) == 0) problem.include = {static_cast<Vertex>(rng.below(n - 1))};
    if (rng.below(3) == 0) problem.exclude = {n - 1};
    const std::vector<GroupLimits> groups =
        problem.connected ? std::vector<GroupLimits>{} : drawn_limits(n, rng);
    const GroupClasses classes(n, groups, problem.exclude);
    const double best = test::brute_force_objective(problem, [&](std::uint32_t set) {
                          return keeps_limits(set, groups);
                        }).value_or(-std::numeric_limits<double>::infinity());
    INFO("seed " << seed);
    VertexSet set;
    const double bound = heaviest_set(problem, classes, set, 100'000'000, RunContext());
    CHECK(bound == Approx(best).epsilon(1e-12).margin(1e-11 * unit));
    if (set.empty()) {
      CHECK(std::isinf(best));
      ++empty;
      continue;
    }
    const double objective = induced_totals(problem.graph, set).weight + sum_of_values(problem.values, set);
    CHECK(bound >= objective);
    CHECK(objective == Approx(best).epsilon(1e-12).margin(1e-12 * unit));
    CHECK(std::isinf(heaviest_set(problem, classes, set, 1, RunContext())));
    if (problem.connected) continue;
    const Solution found =
        limited_search(problem, groups, {}, {.exhaustive_work = 0, .work = 1'000'000}, RunContext());
    CHECK_FALSE(found.upper_bound);
    CHECK(keeps_limits(test::mask_of(found.vertices), groups));
    CHECK(found.objective() == Approx(best).epsilon(1e-12).margin(1e-12 * unit));
  }
  CHECK(empty > 20);
}

TEST_CASE("a search keeps limits from any beginning, and refuses those that no set keeps") {
  const Graph graph = test::random_graph(40, 0.3, 7);
  Problem problem;
  problem.graph = graph;
  problem.s = 10;
  problem.include = {39};
  problem.exclude = {0};
  const std::vector<GroupLimits> groups = {{{0, 1, 2, 3, 4, 5}, 4, 5}};
  const Solution found = limited_search(problem, groups, {6, 7, 8, 9}, {}, RunContext());
  CHECK(found.vertices.size() == 10);
  CHECK(std::ranges::binary_search(found.vertices, 39u));
  CHECK_FALSE(std::ranges::binary_search(found.vertices, 0u));
  CHECK(std::ranges::count_if(found.vertices, [](Vertex v) { return v <= 5; }) >= 4);
  CHECK(found.weight == induced_totals(graph, found.vertices).weight);
  problem.target = 5.0;
  CHECK(limited_search(problem, groups, {}, {.exhaustive_work = 0}, RunContext()).stop_reason ==
        StopReason::target);
  problem.s = 2;
  CHECK_THROWS_AS(limited_search(problem, groups, {}, {}, RunContext()), InvalidArgument);
}
