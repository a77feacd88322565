// Public calls refuse sizes, vertices, options and parts that do not fit, whoever makes them.
#include <limits>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/connected/connected_search.hpp"
#include "subgraph/hybrid/kick/kick_search.hpp"
#include "subgraph/part/dense_part.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/graph_objective.hpp"
#include "subgraph/state/swap_state.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("starts refuse sizes above n and vertices that do not exist or stand twice") {
  const Graph graph = test::random_graph(30, 0.2, 1);
  CHECK(peel(graph, 0).empty());
  CHECK(peel(graph, 30).size() == 30);
  CHECK_THROWS_AS(peel(graph, 31), InvalidArgument);
  CHECK_THROWS_AS(peel(Graph(), 1), InvalidArgument);
  for (const StartKind kind : {StartKind::random, StartKind::degree, StartKind::peeling, StartKind::given}) {
    CHECK(make_start(Problem{.graph = graph, .s = 30}, kind, 1).size() == 30);
    CHECK_THROWS_AS(make_start(Problem{.graph = graph, .s = 31}, kind, 1), InvalidArgument);
  }
  CHECK(repair_to_size(graph, {0, 5}, 4, {7}).size() == 4);
  CHECK_THROWS_AS(repair_to_size(graph, {0, 5}, 31), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {0, 30}, 4), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {5, 5}, 4), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {0}, 4, {99}), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {0}, 4, {3, 3}), InvalidArgument);
  CHECK_THROWS_AS(repair_to_size(graph, {0}, 2, {1, 2, 3}), InvalidArgument);
}

TEST_CASE("sums and search states refuse vertices that do not exist or stand twice") {
  const Graph graph = test::random_graph(30, 0.2, 1);
  CHECK_THROWS_AS(induced_totals(graph, {1, 30}), InvalidArgument);
  CHECK_THROWS_AS(induced_totals(graph, {1, 2, 1}), InvalidArgument);
  CHECK(induced_totals(graph, {}).edges == 0);
  CHECK_THROWS_AS(SwapState(graph, {1, 30}), InvalidArgument);
  CHECK_THROWS_AS(SwapState(graph, {1, 1}), InvalidArgument);
  CHECK_THROWS_AS(SwapState(graph, {1, 2}, {40}), InvalidArgument);
  CHECK_THROWS_AS(SwapState(graph, {1, 2}, {3}), InvalidArgument);
  CHECK(SwapState(graph, {1, 2}, {2}).anchors() == VertexSet{2});
}

TEST_CASE("a search state refuses moves of members, outsiders and anchors that are none, and stays") {
  const Graph graph = test::random_graph(30, 0.2, 1);
  SwapState state(graph, {1, 2, 3}, {3});
  const Weight weight = state.weight();
  for (const Vertex v : {1u, 3u, 30u, 99'999'999u}) CHECK_THROWS_AS(state.add(v), InvalidArgument);
  for (const Vertex v : {3u, 4u, 99'999'999u}) CHECK_THROWS_AS(state.remove(v), InvalidArgument);
  CHECK_THROWS_AS(state.move_to({99'999'999}), InvalidArgument);
  CHECK_THROWS_AS(state.move_to({1, 30}), InvalidArgument);
  CHECK_THROWS_AS(state.move_to({5, 4}), InvalidArgument);
  CHECK_THROWS_AS(state.move_to({4, 4}), InvalidArgument);
  CHECK(state.weight() == weight);
  CHECK(state.sorted_members() == VertexSet{1, 2, 3});
  state.move_to({4, 5});
  CHECK(state.sorted_members() == VertexSet{3, 4, 5});
}

TEST_CASE("a block of a graph is one of at most 64 different vertices that exist") {
  const Graph graph = test::random_graph(80, 0.2, 1);
  SwapState state(graph, {1, 2, 3});
  GraphObjective<hybrid::BitBlock> bits(state);
  GraphObjective<hybrid::DenseBlock> dense(state);
  const auto refused = [&](const VertexSet& set) {
    CHECK_THROWS_AS(bits.block(set), InvalidArgument);
    CHECK_THROWS_AS(dense.block(set), InvalidArgument);
  };
  refused({1, 80});
  refused({4, 4});
  refused({4, 1, 4});
  VertexSet many(65);
  std::iota(many.begin(), many.end(), Vertex{0});
  refused(many);
  many.pop_back();
  CHECK(bits.block(many).size == 64);
  CHECK(dense.block(many).size == 64);
  const std::vector<hybrid::Change> outside = {{64, 1.0}};
  CHECK_THROWS_AS(bits.apply(many, outside), InvalidArgument);
  const std::vector<hybrid::Change> member = {{1, 1.0}};
  CHECK_THROWS_AS(dense.apply(many, member), InvalidArgument);
}

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
  CHECK_THROWS_AS(make_start(Problem{.graph = graph, .s = 5}, static_cast<StartKind>(77), 1),
                  InvalidArgument);
  Problem all_excluded{.graph = graph, .s = 5, .start = StartKind::given, .given = {7}, .exclude = {7}};
  CHECK(solve("swap", all_excluded, {}, run).vertices.size() == 5);
}

TEST_CASE("vertices to include in a connected answer exist") {
  const Graph graph = test::random_graph(30, 0.4, 1);
  CHECK_THROWS_AS(check_connectable(Problem{.graph = graph, .s = 5, .include = {1, 30}}), InvalidArgument);
  CHECK_THROWS_AS(check_connectable(Problem{.graph = Graph(), .s = 1}), InvalidArgument);
  RunContext run({.threads = 1});
  CHECK_THROWS_AS(solve_connected(Problem{.graph = graph, .s = 5}, {}, {}, run), InvalidArgument);
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

TEST_CASE("kicks with options as they come search on, whether or not somebody listens") {
  const Graph graph = test::random_graph(60, 0.2, 3);
  SwapState state(graph, {0, 1, 2, 3, 4, 5, 6, 7});
  const Weight before = state.weight();
  KickSearchOptions options;
  options.work = 20'000;
  const KickSearchResult result = kick_search(state, options, 1, RunContext({.threads = 1}), {});
  CHECK(result.reason == StopReason::converged);
  CHECK(result.kicks > 0);
  CHECK(state.weight() > before);
  const auto refused = [&](const auto& change) {
    KickSearchOptions wrong = options;
    change(wrong);
    CHECK_THROWS_AS(kick_search(state, wrong, 1, RunContext({.threads = 1}), {}), InvalidArgument);
  };
  refused([](KickSearchOptions& wrong) { wrong.target = std::numeric_limits<double>::quiet_NaN(); });
  refused([](KickSearchOptions& wrong) { wrong.hints = {{1, 999'999}}; });
  refused([](KickSearchOptions& wrong) { wrong.hints = {{2, 1}}; });
  refused([](KickSearchOptions& wrong) { wrong.hints = {{1, 1}}; });
  refused([](KickSearchOptions& wrong) {
    wrong.more_hints = [] { return std::vector<VertexSet>{{1, 999'999}}; };
    wrong.work = 1'000'000;
  });
  const std::vector<Vertex> few = {0, 1};
  const std::vector<Vertex> strangers(60, 60);
  refused([&](KickSearchOptions& wrong) { wrong.core_order = few; });
  refused([&](KickSearchOptions& wrong) { wrong.core_order = strangers; });
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
