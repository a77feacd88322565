// Values of vertices: every method takes them, and what it answers is held against all sets.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/connected/search.hpp"
#include "subgraph/diverse/several.hpp"
#include "subgraph/problem/valued_graph.hpp"
#include "subgraph/problem/valued_problem.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// Random graph number i with up to 9 vertices, values of some kind, and a size.
Problem small_valued_problem(std::uint64_t i) {
  Rng rng(i, 83);
  const Vertex n = 2 + static_cast<Vertex>(rng.below(8));
  Problem problem;
  problem.graph = test::random_graph(n, 0.1 + 0.7 * rng.uniform(), i, static_cast<test::TestWeights>(i % 3));
  problem.s = 1 + static_cast<Vertex>(rng.below(n));
  for (Vertex v = 0; v < n; ++v) {
    const double drawn = 6.0 * rng.uniform() - 3.0;
    problem.values.push_back(i % 5 == 0   ? std::round(drawn)
                             : i % 5 == 1 ? std::round(std::abs(drawn))
                             : i % 5 == 2 ? -std::abs(drawn)
                             : i % 5 == 3 ? 0.0
                                          : drawn);
  }
  return problem;
}

/// The same problem for another size.
Problem of_size(Problem problem, Vertex s) {
  problem.s = s;
  return problem;
}

/// The set is one of s vertices, and weight, value and trace are its own.
void check_counts(const Problem& problem, Vertex s, const Solution& solution) {
  REQUIRE(solution.vertices.size() == s);
  REQUIRE(std::ranges::adjacent_find(solution.vertices, std::ranges::greater_equal{}) ==
          solution.vertices.end());
  REQUIRE(solution.vertices.back() < problem.graph.num_vertices());
  const InducedTotals totals = induced_totals(problem.graph, solution.vertices);
  CHECK(solution.edges == totals.edges);
  CHECK(solution.weight == totals.weight);
  double value = 0.0;
  for (const Vertex v : solution.vertices) value += problem.values[v];
  CHECK(solution.value == Approx(value).margin(1e-12));
  for (std::size_t i = 0; i < solution.trace.size(); ++i) {
    CHECK(solution.trace[i].weight <= solution.objective());
    if (i > 0) CHECK(solution.trace[i].weight >= solution.trace[i - 1].weight);
  }
}

Approx near(double number) { return Approx(number).epsilon(1e-11).margin(1e-11); }

}  // namespace

TEST_CASE("every method takes values: feasible, never above the optimum, exact and hybrid at it", "[slow]") {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Problem problem = small_valued_problem(i);
    for (Vertex s = 1; s <= problem.graph.num_vertices(); ++s) {
      problem.s = s;
      const double best = *test::brute_force_objective(problem);
      for (const MethodRow& row : methods()) {
        INFO("graph " << i << ", n = " << problem.graph.num_vertices() << ", s = " << s << ", " << row.name);
        const Solution solution = solve(row.name, problem, {}, RunContext({.seed = i + 1}));
        check_counts(problem, s, solution);
        CHECK(solution.objective() <= best + 1e-11);
        if (solution.upper_bound) CHECK(*solution.upper_bound >= best - 1e-11);
        if (row.name == "exact" || row.name == "hybrid") CHECK(solution.objective() == near(best));
      }
    }
  }
}

TEST_CASE("values go with vertices to include and to exclude, and with connected answers") {
  std::size_t refused = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Problem problem = small_valued_problem(i);
    const Vertex n = problem.graph.num_vertices();
    Rng rng(i, 84);
    if (problem.s >= 2) problem.include = {static_cast<Vertex>(rng.below(n))};
    const Vertex out = static_cast<Vertex>(rng.below(n));
    if (problem.s < n && (problem.include.empty() || problem.include.front() != out)) problem.exclude = {out};
    problem.connected = i % 2 == 0;
    const std::optional<double> best = test::brute_force_objective(problem);
    INFO("graph " << i << ", n = " << n << ", s = " << problem.s);
    if (!best) {
      CHECK_THROWS_AS(solve("hybrid", problem, {}, RunContext({.seed = i + 1})), InvalidArgument);
      ++refused;
      continue;
    }
    const Solution solution = solve("hybrid", problem, {}, RunContext({.seed = i + 1}));
    check_counts(problem, problem.s, solution);
    const std::uint32_t mask = test::mask_of(solution.vertices);
    CHECK((mask & test::mask_of(problem.include)) == test::mask_of(problem.include));
    CHECK((mask & test::mask_of(problem.exclude)) == 0);
    if (problem.connected) CHECK(test::induces_connected(problem.graph, solution.vertices));
    CHECK(solution.objective() == near(*best));
  }
  CHECK(refused > 0);
  CHECK(refused < 100);
}

TEST_CASE("sizes solved together and several answers count values") {
  for (std::uint64_t i = 0; i < 60; ++i) {
    Problem problem = small_valued_problem(i);
    const Vertex n = problem.graph.num_vertices();
    std::vector<Vertex> sizes;
    std::vector<double> bounds;
    for (Vertex s = 1; s <= n; ++s) {
      sizes.push_back(s);
      bounds.push_back(*test::brute_force_objective(of_size(problem, s)) + (i % 2 == 0 ? 0.0 : 1.0));
    }
    INFO("graph " << i << ", n = " << n);
    const std::vector<Solution> curve =
        solve_sizes("hybrid", problem, sizes, bounds, {}, RunContext({.seed = i + 1}));
    REQUIRE(curve.size() == sizes.size());
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      check_counts(problem, sizes[k], curve[k]);
      CHECK(curve[k].objective() == near(*test::brute_force_objective(of_size(problem, sizes[k]))));
    }
    const Vertex s = problem.s = std::max<Vertex>(1, n / 2);
    const std::vector<Solution> answers =
        solve_several("hybrid", problem, {}, 3, 0.0, RunContext({.seed = i + 1}));
    std::uint32_t used = 0;
    for (const Solution& answer : answers) {
      check_counts(problem, s, answer);
      const std::uint32_t mask = test::mask_of(answer.vertices);
      CHECK((mask & used) == 0);
      const auto unused = [&](std::uint32_t other) { return (other & used) == 0; };
      CHECK(answer.objective() == near(*test::brute_force_objective(problem, unused)));
      used |= mask;
    }
  }
}

TEST_CASE("connected answers of larger graphs keep their values in sight") {
  PlantedOptions options;
  options.num_vertices = 400;
  options.planted_size = 12;
  const Graph graph = planted(options).graph;
  Problem problem{.graph = graph, .s = 15, .connected = true};
  problem.values.assign(graph.num_vertices(), 0.0);
  for (Vertex v = 0; v < graph.num_vertices(); v += 9) problem.values[v] = 25.0;
  const Solution plain = solve("hybrid", {.graph = graph, .s = 15, .connected = true}, {}, RunContext());
  const Solution valued = solve("hybrid", problem, {}, RunContext());
  check_counts(problem, 15, valued);
  CHECK(test::induces_connected(graph, valued.vertices));
  CHECK(valued.objective() >= plain.weight + sum_of_values(problem.values, plain.vertices));
  CHECK(valued.value > sum_of_values(problem.values, plain.vertices));
}

TEST_CASE("graphs that stand for values weigh what they should") {
  for (std::uint64_t i = 0; i < 60; ++i) {
    const Problem problem = small_valued_problem(i);
    const Vertex n = problem.graph.num_vertices();
    const double least = *std::ranges::min_element(problem.values);
    std::vector<Weight> above;
    for (const Weight value : problem.values) above.push_back(value - least);
    const Graph hub = graph_with_hub(problem.graph, above);
    CHECK(hub.num_vertices() == n + 1);

    CHECK_NOTHROW(Graph::from_csr(hub.csr(), VertexNames(), CsrCheck::full));
    for (Vertex v = 0; v < n; ++v) CHECK(hub.edge_weight(v, n).value_or(0.0) == above[v]);
    if (problem.s < 2) continue;
    const Graph pairs = graph_of_pairs(problem.graph, above, problem.s);
    CHECK_NOTHROW(Graph::from_csr(pairs.csr(), VertexNames(), CsrCheck::full));
    VertexSet set;
    for (Vertex v = 0; v < problem.s; ++v) set.push_back(v);
    const double objective = induced_totals(problem.graph, set).weight + sum_of_values(problem.values, set);
    CHECK(induced_totals(pairs, set).weight == near((problem.s - 1.0) * (objective - least * problem.s)));
  }
}

TEST_CASE("values that cannot be, bounds that are false and graphs too large for a method are refused") {
  Problem problem = small_valued_problem(0);
  const RunContext run;
  CHECK_THROWS_WITH(hybrid_search(problem, {}, run), Catch::Contains("call solve(name"));
  Problem few = problem;
  few.values.pop_back();
  CHECK_THROWS_WITH(solve("hybrid", few, {}, run), Catch::Contains("must be one per vertex"));
  Problem infinite = problem;
  infinite.values.back() = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(solve("hybrid", infinite, {}, run), Catch::Contains("must be 0 or between 1e-100"));
  Problem bounded = problem;
  bounded.upper_bound = *test::brute_force_objective(problem) - 1.0;
  CHECK_THROWS_WITH(solve("hybrid", bounded, {}, run), Catch::Contains("upper bound"));
  for (const Vertex wrong : {Vertex{0}, problem.graph.num_vertices() + 1}) {
    CHECK_THROWS_AS(solve("hybrid", of_size(problem, wrong), {}, run), InvalidArgument);
    std::vector<Vertex> sizes = {1, wrong};
    std::ranges::sort(sizes);
    CHECK_THROWS_AS(solve_sizes("hybrid", problem, sizes, {}, {}, run), InvalidArgument);
  }
  const Graph large = gnp({.num_vertices = subgraph::detail::most_paired_vertices + 1, .probability = 0.001});
  Problem many{.graph = large, .s = 5, .values = std::vector<Weight>(large.num_vertices(), 1.0)};
  CHECK_THROWS_WITH(solve("tabu", many, {}, run), Catch::Contains("tabu") &&
                                                      Catch::Contains("up to 2000 vertices") &&
                                                      Catch::Contains("use hybrid"));
  CHECK(solve("hybrid", many, {{"preset", "fast"}}, run).value == 5.0);
  CHECK(objective_sums(problem.graph, problem.values) == Sums::exact);
  CHECK(objective_sums(problem.graph, std::vector<Weight>{0.5}) == Sums::rounded);
  CHECK(objective_sums(problem.graph, std::vector<Weight>{0x1p53}) == Sums::rounded);
}

TEST_CASE("reports of a search with values tell the objective") {
  Problem problem;
  problem.graph = test::random_graph(30, 0.3, 5);
  problem.s = 6;
  for (Vertex v = 0; v < 30; ++v) problem.values.push_back(4.0 + v % 7);
  for (const char* method : {"hybrid", "tabu"}) {
    CAPTURE(method);
    double told = 0.0;
    const RunContext run({.threads = 1, .progress = [&](const Progress& progress) { told = progress.best; }});
    const Solution solution = solve(method, problem, {}, run);
    CHECK(told == Approx(solution.objective()));
  }
}

TEST_CASE("a set that is optimal in raised weights alone is not called optimal") {
  // All pairs are raised by the magnitude of the edge, whose billionth part is far more than the values.
  const WeightedEdge edges[] = {{0, 1, -103777046953763.0}};
  const Graph graph = Graph::from_edges(edges, 4, RunContext(), WeightSigns::any);
  const Problem problem{
      .graph = graph,
      .s = 2,
      .values = {1.7192169095160912, 1.2090803044403646, -1.236647432537024, -2.630521673172102},
      .upper_bound = 3.0203902905929};
  for (const std::uint64_t seed : {1, 2, 3, 443}) {
    const Solution solution =
        solve("mpec-adm", problem, {{"inner-steps", "2"}}, RunContext({.seed = seed, .threads = 1}));
    CHECK((solution.stop_reason != StopReason::optimal || solution.objective() > 0.4));
  }
}
