#include <algorithm>

#include <lode/core/error.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/problem/starts.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

Solution run_swap(const Problem& problem, const MethodSettings& settings = {}) {
  return method("swap").solve(problem, settings, RunContext());
}

Solution run_swap_first(const Problem& problem) {
  return method("swap-first").solve(problem, {}, RunContext());
}

Problem random_problem(std::uint64_t seed) {
  const auto kind = static_cast<test::TestWeights>(seed % 3);
  const double scales[] = {1e-6, 1.0, 1e6};
  const double scale = kind == test::TestWeights::real ? scales[seed / 3 % 3] : 1.0;
  const Vertex n = 3 + static_cast<Vertex>(seed % 37);
  const double p = 0.03 + 0.017 * static_cast<double>(seed % 50);
  const StartKind starts[] = {StartKind::random, StartKind::degree, StartKind::peeling};
  return {.graph = test::random_graph(n, p, seed, kind, scale),
          .s = 1 + static_cast<Vertex>(seed * 7 % n),
          .start = starts[seed / 2 % 3]};
}

struct Pair {
  Vertex out = no_vertex;
  Vertex in = no_vertex;
  Weight gain = 0.0;
};

/// Calls visit({u, v, gain}) for every member u and outsider v, both by number, from the definition.
template <class Visit>
void for_each_exchange(const Graph& graph, const VertexSet& set, Visit&& visit) {
  const Vertex n = graph.num_vertices();
  std::vector<char> inside(n, 0);
  for (const Vertex v : set) inside[v] = 1;
  const auto into = [&](Vertex v) {
    Weight sum = 0.0;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { sum += inside[u] ? w : 0.0; });
    return sum;
  };
  for (const Vertex u : set) {
    for (Vertex v = 0; v < n; ++v) {
      if (!inside[v]) visit(Pair{u, v, into(v) - into(u) - graph.edge_weight(u, v).value_or(0.0)});
    }
  }
}

VertexSet exchanged(VertexSet set, const Pair& pair) {
  std::replace(set.begin(), set.end(), pair.out, pair.in);
  std::sort(set.begin(), set.end());
  return set;
}

void check_no_exchange_improves(const Graph& graph, const Solution& solution) {
  for_each_exchange(graph, solution.vertices, [&](const Pair& pair) {
    REQUIRE(pair.gain <= (graph.integral() ? 0.0 : 2e-12 * solution.weight));
  });
}

}  // namespace

TEST_CASE("swap and swap-first end where no exchange improves") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Problem problem = random_problem(seed);
    INFO("seed " << seed << ", n = " << problem.graph.num_vertices() << ", s = " << problem.s);
    const Solution best = run_swap(problem);
    REQUIRE(best.stop_reason == StopReason::converged);
    check_no_exchange_improves(problem.graph, best);
    const Solution first = run_swap_first(problem);
    REQUIRE(first.stop_reason == StopReason::converged);
    check_no_exchange_improves(problem.graph, first);
  }
}

TEST_CASE("swap makes the exchange of largest gain, ties to the smaller vertices") {
  int exchanges = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Problem problem = random_problem(seed);
    if (problem.graph.weight_kind() == WeightKind::real) continue;
    VertexSet set = make_start(problem, *problem.start, RunContext());
    problem.start = StartKind::given;
    for (;;) {
      Pair best;
      for_each_exchange(problem.graph, set, [&](const Pair& pair) {
        if (pair.gain > best.gain) best = pair;
      });
      problem.given = set;
      const Solution step = run_swap(problem, {{"max-iterations", "1"}});
      INFO("seed " << seed << ", n = " << problem.graph.num_vertices() << ", s = " << problem.s);
      if (best.out == no_vertex) {
        REQUIRE(step.vertices == set);
        break;
      }
      REQUIRE(step.vertices == exchanged(set, best));
      REQUIRE(step.stop_reason == StopReason::iterations);
      set = step.vertices;
      ++exchanges;
    }
  }
  CHECK(exchanges > 200);
}

TEST_CASE("swap-first looks at every member before it ends, the last vertex among them") {
  Problem problem{.graph = Graph::from_edges({{0, 1}, {0, 2}, {1, 2}}, 4), .s = 3};
  problem.given = {0, 1, 3};
  problem.start = StartKind::given;
  CHECK(run_swap_first(problem).vertices == VertexSet{0, 1, 2});
}

TEST_CASE("methods of exchanges refuse what only solve can keep") {
  Problem problem{.graph = Graph::from_edges({{0, 1}, {0, 2}, {1, 2}}), .s = 2};
  problem.values = {1.0, 2.0, 3.0};
  CHECK_THROWS_AS(run_swap(problem), InvalidArgument);
  CHECK_THROWS_AS(run_swap_first(problem), InvalidArgument);
  problem.values = {};
  problem.exclude = {0};
  CHECK_THROWS_AS(run_swap(problem), InvalidArgument);
  CHECK_THROWS_AS(run_swap_first(problem), InvalidArgument);
}

TEST_CASE("swap-first makes the first improving exchange in vertex order") {
  int exchanges = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Problem problem = random_problem(seed);
    if (problem.graph.weight_kind() == WeightKind::real) continue;
    problem.given = make_start(problem, StartKind::degree, RunContext({.seed = 1}));
    problem.start = StartKind::given;
    // One exchange for each member visited, until a whole round changes nothing.
    const Vertex n = problem.graph.num_vertices();
    VertexSet set = problem.given;
    Vertex idle = 0;
    for (Vertex v = 0; idle < n; v = (v + 1) % n, ++idle) {
      Pair first;
      for_each_exchange(problem.graph, set, [&](const Pair& pair) {
        if (pair.out == v && pair.gain > 0.0 && pair.in < first.in) first = pair;
      });
      if (first.out == no_vertex) continue;
      set = exchanged(set, first);
      idle = 0;
      ++exchanges;
    }
    INFO("seed " << seed << ", n = " << n << ", s = " << problem.s);
    CHECK(run_swap_first(problem).vertices == set);
  }
  CHECK(exchanges > 100);
}
