// Answers do not depend on the scale of weights.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/diverse/several.hpp"
#include "subgraph/problem/valued_graph.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// The graph with its weights times a power of two.
Graph scaled_weights(const Graph& graph, int exponent) {
  std::vector<Weight> weights;
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) {
    weights.push_back(std::ldexp(graph.arc_weight(arc), exponent));
  }
  return graph.with_weights(std::move(weights), true);
}

/// A graph whose weights are of scales that have nothing to do with each other.
Graph mixed_graph(Vertex n, Rng& rng) {
  constexpr double scales[] = {1.0, 1e-12, 1e-15, 1e-40, 1e-90, 1e10};
  const std::uint64_t kinds = 2 + rng.below(5);
  std::vector<WeightedEdge> edges;
  for (Vertex v = 1; v < n; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      if (rng.uniform() < 0.5) edges.push_back({u, v, scales[rng.below(kinds)] * (0.25 + rng.uniform())});
    }
  }
  return Graph::from_edges(std::span<const WeightedEdge>(edges), n);
}

/// A small problem with demands, and the weight of its best answer by enumeration.
struct MixedProblem {
  Problem problem;
  std::optional<double> best;
  double rounding = 0.0;  ///< gains up to this may be passed over
  std::string description;

  explicit MixedProblem(std::uint64_t seed) {
    Rng rng(seed, 61);
    const auto n = static_cast<Vertex>(4 + rng.below(6));
    problem.graph = mixed_graph(n, rng);
    problem.s = 1 + static_cast<Vertex>(rng.below(n));
    const double included = 0.15 * static_cast<double>(rng.below(4));
    const double excluded = 0.15 * static_cast<double>(rng.below(3));
    for (Vertex v = 0; v < n; ++v) {
      if (rng.uniform() < included && problem.include.size() < problem.s) {
        problem.include.push_back(v);
      } else if (rng.uniform() < excluded && n - problem.exclude.size() > problem.s) {
        problem.exclude.push_back(v);
      }
    }
    // How far an edge is from several included vertices together is not looked at.
    problem.connected = rng.below(3) == 0 && problem.include.size() < 2;
    for (const Weight weight : problem.graph.weights()) rounding = std::max(rounding, 1e-12 * weight);
    best = test::brute_force_objective(problem);
    description =
        fmt::format("seed {}: {} of {} vertices, {} included, {} excluded{}", seed, problem.s, n,
                    problem.include.size(), problem.exclude.size(), problem.connected ? ", connected" : "");
  }
};

MethodSettings small_work(const MethodRow& row, std::string_view preset) {
  MethodSettings settings;
  if (!preset.empty()) settings["preset"] = preset;
  if (row.takes("work") && preset != "paper" && preset != "descent") settings["work"] = "20000";
  if (row.name == "tabu") settings["restarts"] = "3";
  return settings;
}

std::vector<std::string_view> all_presets(const MethodRow& row) {
  return row.presets.empty() ? std::vector<std::string_view>{""} : row.presets;
}

/// Whether an exchange of at most `pairs` members for outsiders gives a heavier set, by looking at all sets.
bool improves_by_exchange(const MixedProblem& known, const VertexSet& set, int pairs) {
  const Problem& problem = known.problem;
  const std::uint32_t present = test::mask_of(set);
  const std::optional<double> near = test::brute_force_objective(
      problem, [&](std::uint32_t other) { return std::popcount(other & ~present) <= pairs; });
  return *near > induced_totals(problem.graph, set).weight * (1.0 + 1e-12) + known.rounding;
}

}  // namespace

TEST_CASE("every method finds the same set at any scale of the weights") {
  for (std::uint64_t seed = 0; seed < 14; ++seed) {
    Rng rng(seed, 62);
    const auto n = static_cast<Vertex>(seed < 12 ? 5 + rng.below(6) : 50);
    const Graph plain = test::random_graph(n, seed < 12 ? 0.5 : 0.2, seed, test::TestWeights::real);
    const auto s = static_cast<Vertex>(2 + rng.below(n / 2));
    for (const MethodRow& row : methods()) {
      if (!row.weights || (row.exhaustive && n > 20)) continue;
      for (const std::string_view preset : all_presets(row)) {
        const MethodSettings settings = small_work(row, preset);
        const Solution expected = solve(row.name, test::make_problem(plain, s), settings, RunContext());
        for (const int exponent : {-320, -60, -40, 60, 320}) {
          const Problem scaled = test::make_problem(scaled_weights(plain, exponent), s);
          const Solution found = solve(row.name, scaled, settings, RunContext());
          INFO(fmt::format("seed {}, {} {}, weights times 2^{}", seed, row.name, preset, exponent));
          CHECK(found.vertices == expected.vertices);
          CHECK(found.weight == std::ldexp(expected.weight, exponent));
          CHECK(found.stop_reason == expected.stop_reason);
          CHECK(found.trace.back().weight == std::ldexp(expected.trace.back().weight, exponent));
          CHECK(found.upper_bound.has_value() == expected.upper_bound.has_value());
          if (found.upper_bound) CHECK(*found.upper_bound == std::ldexp(*expected.upper_bound, exponent));
        }
      }
    }
  }
}

TEST_CASE("typed calls, several sizes and several answers find the same sets at any scale, too") {
  const RunContext run;
  const std::vector<Vertex> sizes = {3, 4, 5, 6};
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Graph plain = test::random_graph(24, 0.3, seed, test::TestWeights::real);
    HybridOptions options;
    options.work = 20000;
    const MethodSettings settings = {{"work", "20000"}, {"passes", "2000"}};
    const Problem problem = test::make_problem(plain, 5);
    const auto curve = solve_sizes("hybrid", problem, sizes, {}, settings, run);
    const auto several = solve_several("hybrid", problem, settings, 3, 0.4, run);
    for (const int exponent : {-320, -60, 320}) {
      INFO("seed " << seed << ", weights times 2^" << exponent);
      const Problem scaled = test::make_problem(scaled_weights(plain, exponent), 5);
      CHECK(hybrid_search(scaled, options, run).vertices == hybrid_search(problem, options, run).vertices);
      const MethodSettings tabu = {{"restarts", "3"}};
      CHECK(solve("tabu", scaled, tabu, run).vertices == solve("tabu", problem, tabu, run).vertices);
      const auto scaled_curve = solve_sizes("hybrid", scaled, sizes, {}, settings, run);
      REQUIRE(scaled_curve.size() == curve.size());
      for (std::size_t i = 0; i < curve.size(); ++i) {
        CHECK(scaled_curve[i].vertices == curve[i].vertices);
        CHECK(scaled_curve[i].weight == std::ldexp(curve[i].weight, exponent));
      }
      const auto scaled_several = solve_several("hybrid", scaled, settings, 3, 0.4, run);
      REQUIRE(scaled_several.size() == several.size());
      for (std::size_t i = 0; i < several.size(); ++i) {
        CHECK(scaled_several[i].vertices == several[i].vertices);
      }
    }
  }
}

TEST_CASE("answers are the best ones up to rounding of the heaviest edge, whatever is asked of them") {
  const RunContext run({.threads = 1});
  const MethodRow& hybrid = method("hybrid");
  int mattered = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const MixedProblem known(seed);
    INFO(known.description);
    if (!known.best) continue;
    mattered += *known.best > known.rounding ? 1 : 0;
    const double least = *known.best * (1.0 - 1e-12) - known.rounding;
    for (const std::string_view preset : all_presets(hybrid)) {
      if (preset == "paper") continue;  // ends once decreases are small
      INFO("preset " << preset);
      const Solution found = solve("hybrid", known.problem, small_work(hybrid, preset), run);
      CHECK(found.weight >= least);
      CHECK(found.weight == induced_totals(known.problem.graph, found.vertices).weight);
    }
    if (known.problem.include.empty() && !known.problem.connected) {
      CHECK(solve("exact", known.problem, {}, run).weight >= least);
      CHECK(solve("tabu", known.problem, small_work(method("tabu"), ""), run).weight >= least);
    }
    // A proof goes on for ever where bounds on all sets cannot meet connected ones.
    const std::uint64_t efforts = known.problem.connected ? 4 : 5;
    FindRequest request{.sizes = {known.problem.s}, .effort = static_cast<Effort>(seed % efforts)};
    request.settings = small_work(hybrid, "default");
    request.include = known.problem.include;
    request.exclude = known.problem.exclude;
    request.connected = known.problem.connected;
    const FindResult answer = find(known.problem.graph, request, run);
    CHECK(answer.answers.front().solution.weight >= least);
    CHECK(answer.answers.front().bound.value >= *known.best * (1.0 - 1e-12));
  }
  CHECK(mattered > 300);
}

TEST_CASE("what is said to be block-k stationary has no better set within so many exchanges") {
  const RunContext run({.threads = 1});
  int claims = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    MixedProblem known(seed);
    if (!known.best) continue;
    known.problem.connected = false;
    INFO(known.description);
    for (const char* const working_set : {"R2-G2", "R6-G6"}) {
      const MethodSettings settings = {{"preset", "descent"}, {"working-set", working_set}};
      const Solution found = solve("hybrid", known.problem, settings, run);
      if (!found.stationarity || !found.stationarity->holds) continue;
      if (found.stationarity->mode != StationarityReport::Mode::exhaustive) continue;
      ++claims;
      INFO("working set " << working_set << ", weight " << found.weight);
      CHECK_FALSE(improves_by_exchange(known, found.vertices, found.stationarity->k / 2));
    }
  }
  CHECK(claims > 500);
}

TEST_CASE("an edge that no answer can hold does not hide those that answers are made of") {
  const Graph graph =
      Graph::from_edges({{0, 3, 1e-15}, {0, 1, 1e-16}, {1, 2, 1e10}, {2, 4, 1e10}, {3, 4, 2e10}});
  Problem problem = test::make_problem(graph, 2);
  problem.include = {0};
  CHECK(solve("hybrid", problem, {}, RunContext()).vertices == VertexSet{0, 3});
  const FindRequest request{.sizes = {2}, .include = {0}, .effort = Effort::proof};
  const FindAnswer answer = find(graph, request, RunContext({.time_limit = 20.0})).answers.front();
  CHECK(answer.solution.weight == 1e-15);
  CHECK(answer.proven_optimal);
}

TEST_CASE("tiny weights are reported as they are, and bounds and targets are met") {
  const Graph graph = scaled_weights(test::random_graph(12, 0.5, 3, test::TestWeights::real), -300);
  double largest = 0.0;
  RunOptions options;
  options.progress = [&](const Progress& progress) {
    if (!std::isnan(progress.best)) largest = std::max(largest, progress.best);
  };
  Problem problem = test::make_problem(graph, 5);
  const Solution found = solve("hybrid", problem, {{"work", "20000"}}, RunContext(options));
  CHECK(largest == found.weight);
  problem.upper_bound = 0.5 * found.weight;
  try {
    solve("hybrid", problem, {{"work", "20000"}}, RunContext());
    FAIL("a bound below a set was taken");
  } catch (const InvalidArgument& error) {
    CHECK(std::string(error.what()).find(fmt::format("{}", problem.upper_bound)) != std::string::npos);
  }
  problem.upper_bound = found.weight;
  CHECK(solve("hybrid", problem, {}, RunContext()).stop_reason == StopReason::optimal);
  problem.upper_bound = std::numeric_limits<double>::infinity();
  problem.target = 0.5 * found.weight;
  CHECK(solve("hybrid", problem, {}, RunContext()).stop_reason == StopReason::target);
}
