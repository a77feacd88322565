#include <cmath>
#include <limits>
#include <numeric>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/curve/hybrid_curve.hpp"
#include "subgraph/problem/starts.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

HybridOptions quick_curve() {
  HybridOptions options = hybrid_preset("default");
  options.work = 300'000;
  return options;
}

std::vector<Vertex> sizes_to(Vertex last) {
  std::vector<Vertex> sizes(last);
  std::iota(sizes.begin(), sizes.end(), Vertex{1});
  return sizes;
}

}  // namespace

TEST_CASE("a curve equals brute force on small graphs, weighted or not") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const auto n = static_cast<Vertex>(8 + seed % 6);
    const Graph graph = test::random_graph(n, 0.25 + 0.01 * static_cast<double>(seed), seed, kind);
    const std::vector<Vertex> sizes = sizes_to(n);
    RunContext run({.seed = seed, .threads = 2});
    const auto solutions = hybrid_curve(Problem{.graph = graph}, sizes, {}, quick_curve(), run);
    REQUIRE(solutions.size() == n);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      INFO("seed " << seed << ", s = " << sizes[i]);
      CHECK(solutions[i].vertices.size() == sizes[i]);
      CHECK(solutions[i].weight == Approx(test::brute_force_densest(graph, sizes[i])).epsilon(1e-12));
      CHECK(solutions[i].weight == induced_totals(graph, solutions[i].vertices).weight);
    }
  }
}

TEST_CASE("a curve never falls, keeps its traces in order and is the same for 1 and 2 threads") {
  const Graph graph = planted({.num_vertices = 600, .planted_size = 20}).graph;
  const std::vector<Vertex> sizes = {2, 3, 4, 10, 19, 20, 21, 22, 60, 200};
  std::vector<std::vector<Solution>> answers;
  for (const int threads : {1, 2}) {
    RunContext run({.seed = 7, .threads = threads});
    answers.push_back(hybrid_curve(Problem{.graph = graph}, sizes, {}, quick_curve(), run));
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    INFO("s = " << sizes[i]);
    const Solution& solution = answers[0][i];
    CHECK(solution.vertices == answers[1][i].vertices);
    CHECK(solution.iterations == answers[1][i].iterations);
    if (i > 0) CHECK(solution.weight >= answers[0][i - 1].weight);
    CHECK(solution.weight >= induced_totals(graph, peel(graph, sizes[i])).weight);
    CHECK(solution.stationarity.has_value());
    CHECK(solution.trace.back().weight == solution.weight);
    for (std::size_t j = 1; j < solution.trace.size(); ++j) {
      CHECK(solution.trace[j].weight >= solution.trace[j - 1].weight);
      CHECK(solution.trace[j].seconds >= solution.trace[j - 1].seconds);
      CHECK(solution.trace[j].iteration >= solution.trace[j - 1].iteration);
    }
  }
}

TEST_CASE("a curve keeps anchored vertices and stops at its bounds") {
  const Graph graph = test::random_graph(80, 0.15, 3);
  const Problem problem{.graph = graph, .include = {5, 61}};
  const std::vector<Vertex> sizes = {2, 3, 10, 30};
  RunContext run({.threads = 1});
  for (const Solution& solution : hybrid_curve(problem, sizes, {}, quick_curve(), run)) {
    CHECK(std::includes(solution.vertices.begin(), solution.vertices.end(), problem.include.begin(),
                        problem.include.end()));
  }
  std::vector<double> reached;
  for (const Solution& solution : hybrid_curve(Problem{.graph = graph}, sizes, {}, quick_curve(), run)) {
    CHECK(solution.stop_reason != StopReason::optimal);
    reached.push_back(solution.weight);
  }
  const auto again = hybrid_curve(Problem{.graph = graph}, sizes, reached, quick_curve(), run);
  for (std::size_t i = 0; i < sizes.size(); ++i) CHECK(again[i].stop_reason == StopReason::optimal);
}

TEST_CASE("a curve that is cancelled or out of time still has an answer for every size") {
  const Graph graph = test::random_graph(300, 0.05, 4);
  const std::vector<Vertex> sizes = sizes_to(40);
  const std::atomic<bool> cancel{true};
  RunContext cancelled({.threads = 2, .cancel = &cancel});
  test::FakeClock clock(0.001);
  RunContext late({.threads = 1, .time_limit = 0.05, .clock = &clock});
  for (RunContext* run : {&cancelled, &late}) {
    const auto solutions = hybrid_curve(Problem{.graph = graph}, sizes, {}, quick_curve(), *run);
    REQUIRE(solutions.size() == sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      CHECK(solutions[i].vertices.size() == sizes[i]);
      CHECK(solutions[i].weight >= induced_totals(graph, peel(graph, sizes[i])).weight);
    }
  }
}

TEST_CASE("a curve refuses sizes, presets, options and bounds before it searches") {
  const Graph graph = test::random_graph(20, 0.3, 5);
  int reports = 0;
  RunContext run({.threads = 1, .progress = [&](const Progress&) { ++reports; }});
  const auto refused = [&](const std::vector<Vertex>& sizes, const HybridOptions& options) {
    CHECK_THROWS_AS(hybrid_curve({.graph = graph}, sizes, {}, options, run), InvalidArgument);
  };
  for (const std::vector<Vertex>& sizes : {std::vector<Vertex>{0, 4}, {4, 21}}) {
    CHECK_THROWS_AS(solve_sizes("hybrid", {.graph = graph}, sizes, {}, {}, run), InvalidArgument);
  }
  for (const std::vector<Vertex>& sizes : {std::vector<Vertex>{3, 3}, {5, 4}}) {
    CHECK_THROWS_AS(check_sizes(sizes, {}), InvalidArgument);
  }
  const std::vector<double> one = {1.0}, unknown = {1.0, 3.0, std::nan(""), 10.0, 15.0};
  CHECK_THROWS_AS(check_sizes(sizes_to(5), one), InvalidArgument);
  CHECK_THROWS_AS(check_sizes(sizes_to(5), unknown), InvalidArgument);
  const auto refused_option = [&](const auto& change) {
    HybridOptions options = quick_curve();
    change(options);
    refused(sizes_to(5), options);
  };
  refused_option([](HybridOptions& options) { options.searchers = 0; });
  refused_option([](HybridOptions& options) { options.searchers = 1000; });
  refused_option([](HybridOptions& options) { options.theta = -1.0; });
  refused_option([](HybridOptions& options) { options.block = 1; });
  refused_option([](HybridOptions& options) { options.max_iterations = 5; });
  CHECK(reports == 0);
}

TEST_CASE("the work of a curve may be as large as numbers get") {
  const Graph graph = test::random_graph(12, 0.3, 5);
  for (const std::uint64_t work : {std::uint64_t{1} << 62, std::numeric_limits<std::uint64_t>::max()}) {
    HybridOptions options = quick_curve();
    options.work = work;
    options.passes = std::numeric_limits<std::uint64_t>::max();
    RunContext run({.threads = 1, .time_limit = 0.3});
    const std::vector<Vertex> sizes = {6};
    const auto solutions = hybrid_curve(Problem{.graph = graph}, sizes, {}, options, run);
    CHECK(solutions.front().weight == test::brute_force_densest(graph, 6));
    CHECK(solutions.front().seconds > 0.2);  // all the time there is
  }
}

TEST_CASE("every method solves several sizes, alone or together, as it solves one") {
  const Graph graph = test::random_graph(60, 0.2, 6);
  const std::vector<Vertex> sizes = {3, 7, 20};
  for (const MethodRow& row : methods()) {
    RunContext run({.threads = 1});
    MethodSettings settings;
    if (row.name == "exact") settings["work"] = "20000";  // s = 20 would take half a minute
    const auto solutions = solve_sizes(row.name, Problem{.graph = graph}, sizes, {}, settings, run);
    REQUIRE(solutions.size() == sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      INFO(row.name << ", s = " << sizes[i]);
      CHECK(solutions[i].vertices.size() == sizes[i]);
      const Solution alone = solve(row.name, {.graph = graph, .s = sizes[i]}, settings, run);
      if (!row.solve_curve) CHECK(solutions[i].vertices == alone.vertices);
      if (row.solve_curve) CHECK(solutions[i].weight >= alone.weight);
    }
  }
}
