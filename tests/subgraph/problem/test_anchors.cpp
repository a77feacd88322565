// Vertices to include: hybrid keeps them, everybody else refuses them.
#include <algorithm>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/problem/starts.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// Random graph number i with up to 14 vertices, a size, and up to s vertices to include, in random order.
Problem small_problem(std::uint64_t i) {
  Rng rng(i, 71);
  const Vertex n = 2 + static_cast<Vertex>(rng.below(13));
  Problem problem;
  const auto kind = static_cast<test::TestWeights>(i % 3);
  problem.graph = test::random_graph(n, 0.1 + 0.7 * rng.uniform(), i, kind, i % 2 == 0 ? 1.0 : 1e-3);
  problem.s = 1 + static_cast<Vertex>(rng.below(n));
  VertexSet all(n);
  for (Vertex v = 0; v < n; ++v) std::swap(all[v] = v, all[rng.below(v + 1)]);
  problem.include.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(rng.below(problem.s + 1)));
  return problem;
}

bool holds(const VertexSet& vertices, const VertexSet& wanted) {
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](Vertex v) { return std::binary_search(vertices.begin(), vertices.end(), v); });
}

}  // namespace

TEST_CASE("with vertices to include, hybrid is optimal on 400 small graphs") {
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Problem problem = small_problem(i);
    const std::uint32_t wanted = test::mask_of(problem.include);
    const double optimum = *test::brute_force_densest(
        problem.graph, problem.s, [&](std::uint32_t set) { return (set & wanted) == wanted; });
    RunContext run({.seed = i + 1});
    const Solution solution = solve("hybrid", problem, {{"work", "20000"}}, run);
    INFO("graph " << i << ", n = " << problem.graph.num_vertices() << ", s = " << problem.s << ", "
                  << problem.include.size() << " to include");
    CHECK(holds(solution.vertices, problem.include));
    CHECK(solution.weight == Approx(optimum).epsilon(1e-12).margin(1e-15));
    CHECK(solution.weight == Approx(induced_totals(problem.graph, solution.vertices).weight));
  }
}

TEST_CASE("every preset keeps what is included, from every start, and never falls below it") {
  PlantedOptions options;
  options.num_vertices = 600;
  options.planted_size = 20;
  for (const std::uint32_t max_weight : {0u, 9u}) {
    options.max_weight = max_weight;
    const PlantedGraph made = planted(options);
    for (const std::string_view preset : hybrid_presets()) {
      for (const StartKind kind :
           {StartKind::random, StartKind::degree, StartKind::peeling, StartKind::given}) {
        Problem problem;
        problem.graph = made.graph;
        problem.s = 25;
        problem.start = kind;
        if (kind == StartKind::given) problem.given = {5, 3, 8, 2};
        problem.include = {599, 0, 17, made.planted.front()};
        problem.include.erase(std::unique(problem.include.begin(), problem.include.end()),
                              problem.include.end());
        MethodSettings settings{{"preset", std::string(preset)}};
        if (preset != "paper" && preset != "descent") settings["work"] = "100000";
        RunContext one({.seed = 2, .threads = 1});
        RunContext two({.seed = 2, .threads = 2});
        const Solution solution = solve("hybrid", problem, settings, one);
        INFO("preset " << preset << ", start " << static_cast<int>(kind) << ", weights to " << max_weight);
        CHECK(solution.vertices.size() == 25);
        CHECK(holds(solution.vertices, problem.include));
        const VertexSet start = make_start(problem, kind, RunContext({.seed = 2}));
        CHECK(holds(start, problem.include));
        CHECK(solution.weight >= induced_totals(problem.graph, start).weight);
        CHECK(solution.vertices == solve("hybrid", problem, settings, two).vertices);
      }
    }
  }
}

TEST_CASE("with vertices to include, stationarity is about the other members") {
  // A clique and an included vertex without edges: only the clique's exchanges count.
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 6; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v});
  }
  Problem problem;
  problem.graph = Graph::from_edges(std::span<const Edge>(edges), 12);
  problem.s = 6;
  problem.include = {11};
  RunContext run;
  const Solution solution = solve("hybrid", problem, {{"work", "1000"}}, run);
  CHECK(solution.weight == 10.0);
  REQUIRE(solution.stationarity);
  CHECK(solution.stationarity->holds);
  CHECK(solution.stationarity->mode == StationarityReport::Mode::exhaustive);
}

TEST_CASE("everything may be included") {
  const Graph graph = test::random_graph(10, 0.5, 3);
  Problem problem;
  problem.graph = graph;
  problem.s = 4;
  problem.include = {9, 2, 4, 1};
  RunContext run;
  CHECK(solve("hybrid", problem, {}, run).vertices == VertexSet{1, 2, 4, 9});
}

TEST_CASE("what cannot be included is refused, and so is including by other methods") {
  Problem problem;
  problem.graph = test::random_graph(10, 0.5, 3);
  problem.s = 3;
  RunContext run;
  for (const VertexSet& include : {VertexSet{10}, VertexSet{1, 1}, VertexSet{1, 2, 3, 4}}) {
    problem.include = include;
    CHECK_THROWS_AS(solve("hybrid", problem, {}, run), InvalidArgument);
  }
  problem.include = {1};
  std::size_t keep = 0;
  for (const MethodRow& row : methods()) {
    if (row.anchors) {
      ++keep;
      CHECK(holds(solve(row.name, problem, {}, run).vertices, problem.include));
    } else {
      CHECK_THROWS_WITH(solve(row.name, problem, {}, run), Catch::Matchers::Contains("use hybrid"));
    }
  }
  CHECK(keep >= 1);
}
