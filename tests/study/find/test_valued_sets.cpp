// find with values of vertices: several and connected answers, every method, claims, and runs that are
// stopped, against all sets.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/study/find.hpp>
#include <lode/study/verify.hpp>

#include "support/catch.hpp"
#include "support/claim_of.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

struct ValuedGraph {
  Graph graph;
  std::vector<Weight> values;
};

ValuedGraph valued_graph(std::uint64_t i) {
  Rng rng(i, 85);
  const Vertex n = 3 + static_cast<Vertex>(rng.below(7));
  ValuedGraph made;
  made.graph = test::random_graph(n, 0.1 + 0.7 * rng.uniform(), i, static_cast<test::TestWeights>(i % 3));
  for (Vertex v = 0; v < n; ++v) {
    const double drawn = 6.0 * rng.uniform() - 3.0;
    made.values.push_back(i % 4 == 0   ? std::round(drawn)
                          : i % 4 == 1 ? 0.25 * std::round(4.0 * drawn)
                                       : drawn);
  }
  return made;
}

/// The largest objective of the sets of every size that hold some vertices and none of others.
std::vector<double> best_objectives(const ValuedGraph& known, const FindRequest& request) {
  const Vertex n = known.graph.num_vertices();
  std::vector<double> best(n + std::size_t{1}, -std::numeric_limits<double>::infinity());
  for (std::uint32_t mask = 0; mask < (1u << n); ++mask) {
    if ((mask & test::mask_of(request.include)) != test::mask_of(request.include)) continue;
    if ((mask & test::mask_of(request.exclude)) != 0) continue;
    VertexSet set;
    long double sum = 0.0L;
    for (Vertex v = 0; v < n; ++v) {
      if (!(mask >> v & 1u)) continue;
      sum += known.values[v];
      for (const Vertex u : set) sum += known.graph.edge_weight(u, v).value_or(0.0);
      set.push_back(v);
    }
    if (request.connected && !test::induces_connected(known.graph, set)) continue;
    best[set.size()] = std::max(best[set.size()], static_cast<double>(sum));
  }
  return best;
}

Approx nearly(double number) { return Approx(number).epsilon(1e-10).margin(1e-10); }

}  // namespace

TEST_CASE("find with values knows several answers, connected ones, targets and every method") {
  for (std::uint64_t i = 0; i < 40; ++i) {
    const ValuedGraph known = valued_graph(i);
    const Vertex n = known.graph.num_vertices();
    INFO("graph " << i << ", n = " << n);
    FindRequest several{.sizes = {std::max<Vertex>(1, n / 2)}, .values = known.values};
    several.top = 2;
    several.max_overlap = 0.0;
    const FindResult two = find(known.graph, several, RunContext());
    FindRequest of_rank = several;
    for (const FindAnswer& answer : two.answers) {
      const double best = best_objectives(known, of_rank)[answer.s];
      CHECK(answer.solution.objective() == nearly(best));
      CHECK(answer.bound.value >= best - 1e-10);
      of_rank.exclude = answer.solution.vertices;
    }
    FindRequest connected{.sizes = {2}, .values = known.values, .connected = true};
    const double best_connected = best_objectives(known, connected)[2];
    if (std::isfinite(best_connected)) {
      const FindAnswer answer = find(known.graph, connected, RunContext()).answers.front();
      CHECK(answer.solution.objective() == nearly(best_connected));
    }
    for (const MethodRow& row : methods()) {
      INFO(row.name);
      const FindRequest request{.sizes = {2, n}, .method = std::string(row.name), .values = known.values};
      const std::vector<double> best = best_objectives(known, request);
      for (const FindAnswer& answer : find(known.graph, request, RunContext()).answers) {
        CHECK(answer.solution.objective() <= best[answer.s] + 1e-10);
        CHECK(answer.bound.value >= best[answer.s] - 1e-10);
        if (row.exhaustive) CHECK(answer.solution.objective() == nearly(best[answer.s]));
      }
    }
  }
}

TEST_CASE("values that a graph holds change nothing unless they are asked for") {
  const ValuedGraph known = valued_graph(7);
  const Graph holding = known.graph.with_values(known.values);
  const FindRequest request{.sizes = {3}};
  const FindAnswer with = find(holding, request, RunContext()).answers.front();
  const FindAnswer without = find(known.graph, request, RunContext()).answers.front();
  CHECK(with.solution.vertices == without.solution.vertices);
  CHECK(with.bound.value == without.bound.value);
  CHECK_FALSE(with.valued);
  CHECK(with.solution.value == 0.0);
}

TEST_CASE("find refuses values that do not fit the graph, or what is known of it") {
  const ValuedGraph known = valued_graph(1);
  FindRequest request{.sizes = {2}, .values = {1.0}};
  CHECK_THROWS_WITH(find(known.graph, request, RunContext()), Catch::Contains("must be one per vertex"));
  request.values = known.values;
  request.core_of = CoreOrigin{.core = 0.0};
  CHECK_THROWS_WITH(find(known.graph, request, RunContext()), Catch::Contains("values"));
}

TEST_CASE("what every method proves of single vertices with values can be verified") {
  const Graph graph =
      Graph::from_edges({{0, 1, 57.73}, {0, 2, 1785.22}, {0, 3, 23.24}, {1, 2, 0.06}, {1, 3, 4936.14}});
  const std::vector<Weight> values = {1.0, 1.0, 0.5, -1.0};
  for (const MethodRow& row : methods()) {
    INFO(row.name);
    const FindAnswer answer =
        find(graph, {.sizes = {1}, .method = std::string(row.name), .values = values}).answers.front();
    CHECK(answer.solution.value == 1.0);
    CHECK(answer.proven_optimal);
    CHECK_NOTHROW(verify_claim(graph, values, test::claim_of(answer), RunContext()));
  }
}

namespace {

/// find with a clock that ends the run at the k-th look at it, for every k below `looks`: bounds, what is
/// called proven, and defects.
void check_stopped_bounds(const ValuedGraph& known, FindRequest request, int looks) {
  const std::vector<double> best = best_objectives(known, request);
  for (int k = 1; k < looks; ++k) {
    test::FakeClock clock(1.0 / k);
    const FindResult found =
        find(known.graph, request, RunContext({.threads = 1, .time_limit = 1.0, .clock = &clock}));
    INFO("stopped at look " << k);
    for (const FindAnswer& answer : found.answers) {
      INFO("s = " << answer.s << ", bound " << answer.bound.name);
      const double margin = 1e-10 * std::abs(best[answer.s]);
      CHECK(answer.bound.value >= best[answer.s] - margin);
      if (answer.proven_optimal) CHECK(answer.solution.objective() >= best[answer.s] - margin);
    }
  }
}

}  // namespace

TEST_CASE("bounds with values hold wherever a run is stopped") {
  ValuedGraph apart;  // a clique, and vertices without edges that are worth more
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 5; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({v, u});
  }
  apart.graph = Graph::from_edges(edges, 10);
  apart.values = {0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 3.0, 3.0, 3.0, 3.0};
  FindRequest request{.sizes = {2, 5}, .values = apart.values};
  request.effort = Effort::cheap;
  request.start = StartKind::given;
  request.given = {0, 1, 2, 3, 4};
  check_stopped_bounds(apart, request, 40);
  for (std::uint64_t i = 1; i <= 60; ++i) {
    ValuedGraph known = valued_graph(i);
    for (Weight& value : known.values) value = std::abs(value);
    const Vertex n = known.graph.num_vertices();
    FindRequest random{.sizes = {2, n / 2 + 1, n - 1}, .values = known.values};
    std::ranges::sort(random.sizes);
    random.sizes.erase(std::unique(random.sizes.begin(), random.sizes.end()), random.sizes.end());
    random.effort = Effort::cheap;
    if (i % 3 == 0) random.include = {static_cast<Vertex>(i % n)};
    INFO("graph " << i);
    check_stopped_bounds(known, random, 30);
  }
}
