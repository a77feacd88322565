#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <lode/graph/generators.hpp>

#include "bounds/findings.hpp"
#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Every vertex is joined to the `width` vertices after it.
Graph band(Vertex n, Vertex width) {
  std::vector<Edge> edges;
  for (Vertex v = 0; v < n; ++v) {
    for (Vertex u = v + 1; u < n && u <= v + width; ++u) edges.push_back({v, u});
  }
  return Graph::from_edges(edges);
}

Graph star(Vertex leaves) {
  std::vector<Edge> edges;
  for (Vertex v = 1; v <= leaves; ++v) edges.push_back({0, v});
  return Graph::from_edges(edges);
}

bool has(const BoundLedger& ledger, Vertex s, std::string_view name) {
  const std::vector<Bound> all = ledger.bounds(s);
  return std::any_of(all.begin(), all.end(), [&](const Bound& bound) { return bound.name == name; });
}

}  // namespace

TEST_CASE("degeneracy gives ds - d(d+1)/2, which bands meet at every size") {
  for (Vertex d = 1; d <= 6; ++d) {
    const Graph graph = band(40, d);
    std::vector<Vertex> sizes(40);
    std::iota(sizes.begin(), sizes.end(), Vertex{1});
    for (const Bound& bound : bound_row("degeneracy").compute(graph, sizes, RunContext())) {
      const double s = bound.s;
      const double expected = bound.s <= d + 1 ? s * (s - 1) / 2 : d * s - d * (d + 1) / 2.0;
      CHECK(bound.value == expected);
    }
  }
}

TEST_CASE("with weights degeneracy is at most the largest strength core times s - 1") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto kind = seed % 2 == 0 ? test::TestWeights::real : test::TestWeights::integral;
    const Graph graph = test::random_graph(9, 0.5, seed, kind);
    const double core = strength_cores(graph).degeneracy;
    for (Vertex s = 1; s <= 9; ++s) {
      const Vertex sizes[] = {s};
      const double value = bound_row("degeneracy").compute(graph, sizes, RunContext()).front().value;
      CHECK(value <= core * (s - 1) * (1.0 + 1e-12) + 1e-300);
      CHECK(value >= test::brute_force_densest(graph, s) * (1.0 - 1e-14));
    }
  }
}

TEST_CASE("what a certificate adds to degeneracy for rounding does not depend on numbers of vertices") {
  constexpr Vertex n = 30;
  const auto written = [&](Vertex centre) {
    // One weight is far smaller than the others: sums are rounded.
    std::vector<WeightedEdge> edges;
    for (Vertex i = 1; i < n; ++i) edges.push_back({centre, (centre + i) % n, i == 1 ? 0x1p-60 : 0.1 * i});
    const Graph star = Graph::from_edges(edges, n);
    const RunContext run;
    BoundPlan plan(star, std::vector<Vertex>{5}, run);
    plan.ask("degeneracy", {}, run);
    const BoundCertificate certificate = make_certificate(plan.ledger(), {5}, run);
    REQUIRE(certificate.claims.at(0).steps.back().rule == "degeneracy");
    return certificate.claims[0].steps.back().value;
  };
  CHECK(written(0) == Approx(written(n - 1)).epsilon(1e-14));
}

TEST_CASE("lp is not begun where sets left by peeling meet the bounds of all sizes") {
  const Vertex half[] = {30, 30};
  const std::vector<Graph> graphs = {complete_multipartite(std::vector<Vertex>(40, 1)),
                                     complete_multipartite(half), star(200), band(300, 3)};
  for (const Graph& graph : graphs) {
    for (const std::vector<Vertex>& sizes : {std::vector<Vertex>{10}, {4, 10, 17}}) {
      BoundPlan plan(graph, sizes, RunContext());
      plan.add_cheap(nullptr, unlimited, RunContext());
      CHECK(plan.settled());
      BoundPlan full(graph, sizes, RunContext());
      full.add_cheap(RunContext());
      for (const Vertex s : sizes) {
        CHECK_FALSE(has(plan.ledger(), s, "lp"));
        CHECK(has(full.ledger(), s, "lp"));
        CHECK(plan.ledger().best(s).value == full.ledger().best(s).value);
      }
    }
  }
}

TEST_CASE("lp is asked while one size is open, and what is left out lowers no bound") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = test::random_graph(30, 0.2, seed, static_cast<test::TestWeights>(seed % 3));
    const std::vector<Vertex> sizes = {2, 5, 12};
    BoundPlan plan(graph, sizes, RunContext());
    plan.add_cheap(nullptr, unlimited, RunContext());
    BoundPlan full(graph, sizes, RunContext());
    full.add_cheap(RunContext());
    CHECK(has(plan.ledger(), 12, "lp") == !plan.settled());
    for (const Vertex s : sizes)
      CHECK(plan.ledger().best(s).value <= full.ledger().best(s).value * (1.0 + 2e-9));
  }
}

TEST_CASE("within limited work lp has valid loads, the same on any number of threads") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Graph graph = test::random_graph(400, 0.05, seed, static_cast<test::TestWeights>(seed % 3));
    const std::vector<Vertex> sizes = {20, 60};
    BoundPlan full(graph, sizes, RunContext());
    full.add_cheap(RunContext());
    std::vector<double> last(2, unlimited);
    for (const double work : {0.0, 1e5, 1e6, 1e7, unlimited}) {
      std::vector<double> values;
      for (const int threads : {1, 2, 3}) {
        BoundPlan plan(graph, sizes, RunContext({.threads = threads}));
        plan.ask("lp", {.work = work}, RunContext({.threads = threads}));
        std::vector<double> now;
        for (const Vertex s : sizes) now.push_back(plan.ledger().best(s).value);
        if (values.empty()) values = now;
        CHECK(values == now);
      }
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        CHECK(values[i] >= full.ledger().best(sizes[i]).value * (1.0 - 1e-12));
        if (work == unlimited) CHECK(values[i] <= last[i]);
      }
      last = values;
    }
  }
}
