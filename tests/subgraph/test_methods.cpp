// Every registered method against the same facts.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/problem/starts.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::make_problem;

namespace {

struct Instance {
  std::string name;
  Graph graph;
};

std::vector<Instance> instances() {
  PlantedOptions options{.num_vertices = 400, .planted_size = 12, .seed = 4};
  std::vector<Instance> list;
  list.push_back({"planted", planted(options).graph});
  options.max_weight = 9;
  list.push_back({"planted, integral weights", planted(options).graph});
  list.push_back({"sparse", test::random_graph(60, 0.06, 5)});
  list.push_back({"dense", test::random_graph(30, 0.7, 6)});
  list.push_back({"real weights", test::random_graph(40, 0.3, 7, test::TestWeights::real, 1e-3)});
  list.push_back({"no edges", Graph::from_edges(std::span<const Edge>(), 9)});
  return list;
}

std::vector<Vertex> some_sizes(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  return {1, 2, 5, n / 2, n - 1, n};
}

Solution solve_with(const MethodRow& row, const Problem& problem, const std::string& preset,
                    RunOptions options = {}) {
  RunContext run(std::move(options));
  MethodSettings settings;
  if (!preset.empty()) settings["preset"] = preset;
  // Searches that go on for a while by themselves: a little of it shows the same facts.
  const bool takes_work = row.takes("work");
  if (takes_work && preset != "paper" && preset != "descent") settings["work"] = "20000";
  return solve(row.name, problem, settings, run);
}

/// All presets of a method; one empty name when it has none.
std::vector<std::string> presets_of(const MethodRow& row) {
  if (row.presets.empty()) return {""};
  return {row.presets.begin(), row.presets.end()};
}

/// Edges and weight inside a set by the definition: every pair looked up.
InducedTotals recount(const Graph& graph, const VertexSet& vertices) {
  InducedTotals totals;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (const auto w = graph.edge_weight(vertices[i], vertices[j])) {
        ++totals.edges;
        totals.weight += *w;
      }
    }
  }
  return totals;
}

}  // namespace

TEST_CASE("every method returns s distinct vertices and what they hold") {
  for (const Instance& instance : instances()) {
    for (const MethodRow& row : methods()) {
      for (const std::string& preset : presets_of(row)) {
        for (const Vertex s : some_sizes(instance.graph)) {
          INFO(instance.name << ", " << row.name << " " << preset << ", s = " << s);
          const Solution solution = solve_with(row, make_problem(instance.graph, s), preset);
          REQUIRE(solution.vertices.size() == s);
          CHECK(std::adjacent_find(solution.vertices.begin(), solution.vertices.end(),
                                   std::greater_equal<>()) == solution.vertices.end());
          const InducedTotals totals = recount(instance.graph, solution.vertices);
          CHECK(solution.edges == totals.edges);
          CHECK(solution.weight == Approx(totals.weight).epsilon(1e-12));
          if (instance.graph.integral()) CHECK(solution.weight == totals.weight);
          REQUIRE_FALSE(solution.trace.empty());
          CHECK(solution.trace.back().weight == Approx(solution.weight).epsilon(1e-9));
          for (std::size_t i = 1; i < solution.trace.size(); ++i) {
            CHECK(solution.trace[i].weight >= solution.trace[i - 1].weight);
            CHECK(solution.trace[i].seconds >= solution.trace[i - 1].seconds);
            CHECK(solution.trace[i].iteration >= solution.trace[i - 1].iteration);
          }
        }
      }
    }
  }
}

TEST_CASE("no method beats a bound or brute force, and all bounds hold") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Vertex n = 6 + static_cast<Vertex>(seed % 8);
    const Graph graph = test::random_graph(n, 0.2 + 0.015 * static_cast<double>(seed), seed, kind, 1e-6);
    for (Vertex s = 1; s <= n; ++s) {
      const double optimum = test::brute_force_densest(graph, s);
      const double tolerance = 1e-12 * std::max(1e-6, optimum);
      RunContext run;
      const Vertex sizes[] = {s};
      for (const BoundRow& row : bound_rows()) {
        if (!row.cheap) continue;  // tests/bounds/test_bound_properties.cpp has them all
        const Bound bound = row.compute(graph, sizes, run).front();
        INFO(row.name << ", seed " << seed << ", s = " << s);
        CHECK(bound.value >= optimum);
        CHECK(bound.s == s);
        if (graph.integral()) CHECK(bound.value == std::floor(bound.value));
      }
      for (const MethodRow& row : methods()) {
        for (const std::string& preset : presets_of(row)) {
          INFO(row.name << " " << preset << ", seed " << seed << ", s = " << s);
          CHECK(solve_with(row, make_problem(graph, s), preset).weight <= optimum + tolerance);
        }
      }
    }
  }
}

TEST_CASE("methods never fall below the start where their row says so") {
  for (const Instance& instance : instances()) {
    for (const MethodRow& row : methods()) {
      if (!row.monotone || !row.uses_start) continue;
      for (const StartKind start : {StartKind::random, StartKind::degree, StartKind::peeling}) {
        Problem problem = make_problem(instance.graph, instance.graph.num_vertices() / 3);
        problem.start = start;
        const Solution solution = solve_with(row, problem, "");
        INFO(instance.name << ", " << row.name);
        CHECK(solution.weight >= solution.trace.front().weight);
        const VertexSet begin = make_start(problem, start, RunContext({.seed = 1}));
        CHECK(solution.trace.front().weight ==
              Approx(induced_totals(instance.graph, begin).weight).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("the same seed gives the same set with 1 and 2 threads") {
  for (const Instance& instance : instances()) {
    for (const MethodRow& row : methods()) {
      for (const std::string& preset : presets_of(row)) {
        const Problem problem = make_problem(instance.graph, 8);
        const Solution one = solve_with(row, problem, preset, {.seed = 3, .threads = 1});
        const Solution two = solve_with(row, problem, preset, {.seed = 3, .threads = 2});
        INFO(instance.name << ", " << row.name << " " << preset);
        CHECK(one.vertices == two.vertices);
        CHECK(one.iterations == two.iterations);
      }
    }
  }
}

TEST_CASE("searches that begin with a set tell its weight, and never more than they return") {
  // The start is the best set of this one: a clique beside a path.
  std::vector<Edge> edges;
  for (Vertex v = 1; v < 20; ++v) {
    for (Vertex u = 0; u < v; ++u) edges.push_back({u, v});
  }
  for (Vertex v = 20; v < 60; ++v) edges.push_back({v - 1, v});
  const Graph graph = Graph::from_edges(std::span<const Edge>(edges));
  for (const char* name : {"hybrid", "tabu"}) {
    const MethodRow& row = method(name);
    std::vector<double> told;
    RunOptions options;
    options.progress = [&](const Progress& progress) {
      if (std::isfinite(progress.best)) told.push_back(progress.best);
    };
    const Solution solution = solve_with(row, make_problem(graph, 20), "", options);
    INFO(name);
    REQUIRE_FALSE(told.empty());
    for (const double best : told) CHECK(best <= solution.weight);
  }
}

TEST_CASE("a passed deadline or a cancel still gives a complete answer") {
  const Graph graph = test::random_graph(300, 0.05, 9);
  for (const MethodRow& row : methods()) {
    for (const std::string& preset : presets_of(row)) {
      INFO(row.name << " " << preset);
      const Problem problem = make_problem(graph, 20);
      test::FakeClock clock(0.001);
      const Solution late = solve_with(row, problem, preset, {.time_limit = 0.05, .clock = &clock});
      CHECK(late.vertices.size() == 20);
      // Whoever polls stops soon after; whoever does not poll has finished within the same few readings.
      CHECK(clock.readings() < 400);
      std::atomic<bool> cancel{true};
      const Solution cancelled = solve_with(row, problem, preset, {.cancel = &cancel});
      CHECK(cancelled.vertices.size() == 20);
      if (row.name == "hybrid") {
        CHECK(late.stop_reason == StopReason::deadline);
        CHECK(cancelled.stop_reason == StopReason::interrupted);
        CHECK(cancelled.iterations == 0);
      }
    }
  }
}

TEST_CASE("a met upper bound stops as optimal, a met target as target") {
  const Graph clique = complete_multipartite(std::vector<Vertex>(12, 1));
  for (const MethodRow& row : methods()) {
    Problem problem = make_problem(clique, 6);
    problem.upper_bound = 15.0;
    const Solution solution = solve_with(row, problem, "");
    CHECK(solution.weight == 15.0);
    CHECK(solution.stop_reason == StopReason::optimal);
  }
  Problem problem = make_problem(test::random_graph(100, 0.1, 3), 10);
  problem.start = StartKind::random;
  problem.target = 12.0;
  const Solution solution = solve_with(method("hybrid"), problem, "");
  CHECK(solution.stop_reason == StopReason::target);
  CHECK(solution.weight >= 12.0);
}

TEST_CASE("impossible problems and settings are refused with the remedy") {
  const Graph graph = test::random_graph(10, 0.5, 1);
  RunContext run;
  for (const MethodRow& row : methods()) {
    CHECK_THROWS_AS(solve(row.name, make_problem(graph, 0), {}, run), InvalidArgument);
    CHECK_THROWS_AS(solve(row.name, make_problem(graph, 11), {}, run), InvalidArgument);
    CHECK_THROWS_AS(solve(row.name, make_problem(Graph(), 1), {}, run), InvalidArgument);
    CHECK_THROWS_AS(solve(row.name, make_problem(graph, 3), {{"no-such-setting", "1"}}, run),
                    InvalidArgument);
    CHECK_THROWS_AS(solve(row.name, make_problem(graph, 3), {{"preset", "no-such-preset"}}, run),
                    InvalidArgument);
  }
  const Problem problem = make_problem(graph, 3);
  const auto refused = [&](const MethodSettings& settings) {
    CHECK_THROWS_AS(solve("hybrid", problem, settings, run), InvalidArgument);
  };
  refused({{"theta", "-1"}});
  refused({{"theta", "nan"}});
  refused({{"theta", "1e999"}});
  refused({{"idle", "-3"}});
  refused({{"idle", "5x"}});
  refused({{"working-set", "R99-G1"}});
  refused({{"epsilon", "0.1"}});
  refused({{"preset", "paper"}, {"idle", "10"}});
  refused({{"preset", "paper"}, {"epsilon", "-1"}});
  CHECK_THROWS_AS(method("no-such-method"), InvalidArgument);
  Problem twice = problem;
  twice.start = StartKind::given;
  twice.given = {1, 1, 2};
  CHECK_THROWS_AS(solve("hybrid", twice, {}, run), InvalidArgument);
  twice.given = {1, 2, 10};
  CHECK_THROWS_AS(solve("hybrid", twice, {}, run), InvalidArgument);
  Problem start = problem;
  start.start = StartKind::degree;
  CHECK_THROWS_AS(solve("peeling", start, {}, run), InvalidArgument);
}

TEST_CASE("targets, bounds and starts that cannot be are refused by every method") {
  const Graph graph = test::random_graph(20, 0.4, 5);
  RunContext run;
  for (const MethodRow& row : methods()) {
    INFO(row.name);
    Problem problem = make_problem(graph, 6);
    problem.target = std::nan("");
    CHECK_THROWS_WITH(solve(row.name, problem, {}, run), Catch::Matchers::Contains("target"));
    problem = make_problem(graph, 6);
    problem.upper_bound = std::nan("");
    CHECK_THROWS_WITH(solve(row.name, problem, {}, run), Catch::Matchers::Contains("upper bound"));
    problem.upper_bound = 0.0;
    CHECK_THROWS_WITH(solve(row.name, problem, {}, run), Catch::Matchers::Contains("below the weight"));
    problem = make_problem(graph, 6);
    problem.given = {1, 2, 3, 4, 5, 6};
    CHECK_THROWS_WITH(solve(row.name, problem, {}, run), Catch::Matchers::Contains("StartKind::given"));
    problem.start = StartKind::given;
    if (row.uses_start) CHECK(solve(row.name, problem, {}, run).vertices.size() == 6);
    const Vertex falling[] = {6, 5};
    CHECK_THROWS_WITH(solve_sizes(row.name, make_problem(graph, 6), falling, {}, {}, run),
                      Catch::Matchers::Contains("increasing"));
  }
}

TEST_CASE("a met bound stops as optimal with real weights, too, for every method that takes them") {
  const Graph graph = test::random_graph(16, 0.6, 8, test::TestWeights::real);
  const double optimum = test::brute_force_densest(graph, 5);
  for (const MethodRow& row : methods()) {
    if (!row.weights) continue;
    for (const double slack : {0.0, 1e-13, 1e-10}) {
      Problem problem = make_problem(graph, 5);
      problem.upper_bound = optimum * (1.0 + slack);
      RunContext run;
      const Solution solution = solve(row.name, problem, {}, run);
      INFO(row.name << ", slack " << slack);
      const bool met = solution.weight >= optimum * (1.0 - 1e-12);
      CHECK((solution.stop_reason == StopReason::optimal) == met);
      CHECK(solution.stop_reason != StopReason::target);
    }
  }
}

TEST_CASE("a context serves one call after another, each with the whole limit") {
  test::FakeClock clock;
  RunContext run({.threads = 1, .time_limit = 1.0, .clock = &clock});
  const Problem problem = make_problem(test::random_graph(60, 0.2, 1), 8);
  const Solution fresh = solve("swap", problem, {}, run);
  clock.advance(5.0);
  const Solution later = solve("swap", problem, {}, run);
  CHECK(fresh.stop_reason == StopReason::converged);
  CHECK(later.stop_reason == StopReason::converged);
  CHECK(later.iterations == fresh.iterations);
  CHECK(later.seconds == 0.0);
}
