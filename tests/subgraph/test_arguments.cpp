// Public calls refuse sizes, vertices, options and parts that do not fit, whoever makes them.
#include <limits>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/connected/search.hpp"
#include "subgraph/part/dense_part.hpp"
#include "subgraph/problem/starts.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("an answer has a size between 1 and the number of vertices") {
  const Graph graph = test::random_graph(30, 0.2, 1);
  const RunContext run;
  for (const Vertex s : {0u, 31u}) {
    CHECK_THROWS_AS(finish_solution(Problem{.graph = graph, .s = s}, {}, {}, StopReason::converged, 0, run),
                    InvalidArgument);
  }
}

TEST_CASE("a start that is given is there, and hints exist, whether or not vertices are excluded") {
  const Graph graph = test::random_graph(30, 0.2, 1);
  RunContext run({.threads = 1});
  for (const VertexSet& exclude : {VertexSet{}, VertexSet{7}}) {
    const auto refused = [&](const auto& change) {
      Problem problem{.graph = graph, .s = 5, .exclude = exclude};
      change(problem);
      CHECK_THROWS_AS(solve("hybrid", problem, {}, run), InvalidArgument);
    };
    refused([](Problem& problem) { problem.start = StartKind::given; });
    refused([](Problem& problem) { problem.start = static_cast<StartKind>(77); });
    refused([](Problem& problem) { problem.given = {1, 2}; });
    refused([](Problem& problem) { problem.hints = {{1, 999'999}}; });
    refused([](Problem& problem) { problem.hints = {{1, 1}}; });
  }
  for (const MethodRow& row : methods()) {
    Problem problem{.graph = graph, .s = 5, .start = StartKind::given};
    CHECK_THROWS_AS(solve(row.name, problem, {}, run), InvalidArgument);
  }
  CHECK_THROWS_AS(
      make_start(Problem{.graph = graph, .s = 5}, static_cast<StartKind>(77), RunContext({.seed = 1})),
      InvalidArgument);
  Problem all_excluded{.graph = graph, .s = 5, .start = StartKind::given, .given = {7}, .exclude = {7}};
  CHECK(solve("swap", all_excluded, {}, run).vertices.size() == 5);
}

TEST_CASE("vertices to include in a connected answer exist") {
  const Graph graph = test::random_graph(30, 0.4, 1);
  CHECK_THROWS_AS(check_connectable(Problem{.graph = graph, .s = 5, .include = {1, 30}}), InvalidArgument);
  CHECK_THROWS_AS(check_connectable(Problem{.graph = Graph(), .s = 1}), InvalidArgument);
}

TEST_CASE("typed options of hybrid are checked as their texts are") {
  const Graph graph = test::random_graph(120, 0.2, 1);
  const Problem problem = Problem{.graph = graph, .s = 20};
  const auto refused = [&](const auto& change) {
    HybridOptions options = hybrid_preset("fast");
    change(options);
    RunContext run({.threads = 1, .time_limit = 10.0});
    CHECK_THROWS_AS(hybrid_search(problem, options, run), InvalidArgument);
  };
  for (const hybrid::WorkingSetSize size :
       {hybrid::WorkingSetSize{100, 100}, {40, 40}, {0, 0}, {2'000'000'000, 2'000'000'000}, {-1, 5}}) {
    refused([&](HybridOptions& options) { options.working_set = size; });
  }
  refused([](HybridOptions& options) { options.window = 0; });
  refused([](HybridOptions& options) { options.window = std::numeric_limits<std::uint64_t>::max(); });
  refused([](HybridOptions& options) { options.epsilon = std::numeric_limits<double>::quiet_NaN(); });
  refused([](HybridOptions& options) { options.theta = -1.0; });
  refused([](HybridOptions& options) { options.block = 65; });
  refused([](HybridOptions& options) { options.cluster = 0; });
  refused([](HybridOptions& options) { options.searchers = 0; });
  refused([](HybridOptions& options) { options.max_iterations = 5; });
  refused([](HybridOptions& options) { options.stop = HybridStop::relative_decrease; });
  refused([](HybridOptions& options) { options.epsilon = 1e-3; });
  refused([](HybridOptions& options) { options.window = 5; });
  refused([](HybridOptions& options) {
    options = hybrid_preset("paper");
    options.idle = 5;
  });
  for (const std::string_view preset : hybrid_presets()) CHECK_NOTHROW(check_options(hybrid_preset(preset)));
}

TEST_CASE("a dense part of another graph serves nobody else") {
  const Graph graph = test::random_graph(200, 0.1, 4);
  const Graph other = rmat({.scale = 12, .lines = 60'000, .seed = 2});
  const auto part = find_dense_part(other, 10, 10, RunContext({.threads = 1}), {.least_arcs = 0});
  REQUIRE(part);
  CHECK(part->serves(other, 10, 10));
  CHECK_FALSE(part->serves(graph, 10, 10));
  CHECK_FALSE(part->serves(other, 10, 11));
  DensePart mixed = *part;
  mixed.whole = graph;
  CHECK_FALSE(mixed.serves(graph, 10, 10));
  Problem problem = Problem{.graph = graph, .s = 10};
  RunContext run({.threads = 1});
  const VertexSet without = hybrid_search(problem, hybrid_preset("fast"), run).vertices;
  problem.dense_part = std::make_shared<const DensePart>(mixed);
  CHECK(hybrid_search(problem, hybrid_preset("fast"), run).vertices == without);
}

TEST_CASE("a limit of iterations limits, or is refused") {
  const Graph graph = test::random_graph(200, 0.1, 6);
  RunContext run({.threads = 1});
  for (const char* preset : {"descent", "paper"}) {
    const MethodSettings settings = {{"preset", preset}, {"max-iterations", "5"}};
    CHECK(solve("hybrid", Problem{.graph = graph, .s = 20}, settings, run).iterations <= 5);
  }
  for (const char* preset : {"default", "fast", "thorough"}) {
    const MethodSettings settings = {{"preset", preset}, {"max-iterations", "5"}};
    CHECK_THROWS_AS(solve("hybrid", Problem{.graph = graph, .s = 20}, settings, run), InvalidArgument);
  }
}

TEST_CASE("a set that meets the number of pairs or of edges is optimal, and ends the search") {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 6; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v});
  }
  for (Vertex v = 6; v < 40; ++v) edges.push_back({v, v - 1});
  const Graph graph = Graph::from_edges(edges, 40);
  RunContext run({.threads = 1});
  const Solution clique = solve("hybrid", Problem{.graph = graph, .s = 6}, {}, run);
  CHECK(clique.edges == 15);
  CHECK(clique.stop_reason == StopReason::optimal);
  const Solution all = solve("hybrid", Problem{.graph = graph, .s = 40}, {}, run);
  CHECK(all.edges == graph.num_edges());
  CHECK(all.stop_reason == StopReason::optimal);
  CHECK(solve("hybrid", Problem{.graph = graph, .s = 7}, {}, run).stop_reason != StopReason::optimal);
}
