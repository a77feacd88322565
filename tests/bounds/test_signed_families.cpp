// Negative weights in families of sets: both forms in which rules see them, and what a checker makes of
// these.
#include <algorithm>
#include <limits>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/plan/plan.hpp"
#include "bounds/set_family.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// n vertices, pairs with probability p, a weight in [-1, 1) or an integer, negative with some probability.
Graph drawn_graph(Vertex n, double p, double negative, bool integral, std::uint64_t seed) {
  Rng rng(seed, 188);
  std::vector<WeightedEdge> edges;
  for (Vertex v = 0; v < n; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      if (rng.uniform() >= p) continue;
      const double size = integral ? 1.0 + static_cast<double>(rng.below(9)) : 0.01 + rng.uniform();
      edges.push_back({u, v, rng.uniform() < negative ? -size : size});
    }
  }
  return Graph::from_edges(edges, n, RunContext(), WeightSigns::any);
}

double weight(const Graph& graph, Vertex u, Vertex v) { return graph.edge_weight(u, v).value_or(0.0); }

/// The heaviest pairs and triples.
std::vector<double> heaviest(const Graph& graph) {
  constexpr double none = -std::numeric_limits<double>::infinity();
  std::vector<double> best = {0.0, 0.0, none, none};
  const Vertex n = graph.num_vertices();
  std::vector<double> matrix(std::size_t{n} * n, 0.0);
  for (Vertex v = 0; v < n; ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { matrix[std::size_t{v} * n + u] = w; });
  }
  for (Vertex a = 0; a < n; ++a) {
    for (Vertex b = 0; b < a; ++b) {
      const double ab = matrix[std::size_t{a} * n + b];
      best[2] = std::max(best[2], ab);
      for (Vertex c = 0; c < b; ++c) {
        best[3] = std::max(best[3], ab + matrix[std::size_t{a} * n + c] + matrix[std::size_t{b} * n + c]);
      }
    }
  }
  return best;
}

struct Kind {
  Vertex n;
  double p;
  double negative;
  bool integral;
  SignForm form;
};

}  // namespace

TEST_CASE("a family with negative weights is seen as pairs or by its positive weights") {
  const Kind kinds[] = {
      {40, 0.3, 0.3, true, SignForm::pairs},      {40, 0.3, 0.3, false, SignForm::pairs},
      {230, 0.05, 0.3, true, SignForm::positive}, {230, 0.05, 0.3, false, SignForm::positive},
      {230, 0.05, 1.0, true, SignForm::pairs},    {230, 0.7, 0.3, false, SignForm::pairs}};
  for (const Kind& kind : kinds) {
    const Graph graph = drawn_graph(kind.n, kind.p, kind.negative, kind.integral, 5);
    const ReducedFamily family = reduce_family(graph, {});
    CHECK(family.signs == kind.form);
    CHECK_FALSE(family.part.graph.signed_weights());
    CHECK(family.part.graph.integral() == kind.integral);
    CHECK_NOTHROW(lode::subgraph::detail::check_reduced_family(graph, {}, family));
    // Every triple of some weighs in the reduced form what is said of it, or more.
    Rng rng(7, 189);
    for (int draw = 0; draw < 2000; ++draw) {
      const auto a = static_cast<Vertex>(rng.below(kind.n));
      const auto b = static_cast<Vertex>((a + 1 + rng.below(kind.n - 1)) % kind.n);
      const Vertex c = a == 0 || b == 0 ? (a == 1 || b == 1 ? 2 : 1) : 0;
      const double here =
          weight(family.part.graph, a, b) + weight(family.part.graph, a, c) + weight(family.part.graph, b, c);
      const double truth = weight(graph, a, b) + weight(graph, a, c) + weight(graph, b, c);
      const double to_graph = family.graph_bound(3, here);
      CHECK(to_graph >= truth - (kind.integral ? 0.0 : 1e-12));
      if (kind.form == SignForm::pairs) CHECK(to_graph == Approx(truth).margin(1e-9));
      CHECK(family.bound_in_part(3, truth) <= here + 1e-9);
    }
  }
}

TEST_CASE("a checker refuses families in which a pair weighs less than it does") {
  for (const bool dense : {false, true}) {
    const Graph graph = drawn_graph(dense ? 30 : 230, dense ? 0.4 : 0.05, 0.3, true, 9);
    const ReducedFamily good = reduce_family(graph, {});
    ReducedFamily bad = good;
    bad.raised += 1.0;
    CHECK_THROWS_AS(lode::subgraph::detail::check_reduced_family(graph, {}, bad), VerificationError);
    bad = good;
    bad.raised = -1.0;
    CHECK_THROWS_AS(lode::subgraph::detail::check_reduced_family(graph, {}, bad), VerificationError);
    bad = good;
    std::vector<WeightedEdge> edges;
    for (Vertex v = 0; v < good.part.graph.num_vertices(); ++v) {
      good.part.graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u < v) edges.push_back({u, v, w});
      });
    }
    edges[edges.size() / 2].weight -= 1.0;
    bad.part.graph = Graph::from_edges(edges, good.part.graph.num_vertices());
    CHECK_THROWS_AS(lode::subgraph::detail::check_reduced_family(graph, {}, bad), VerificationError);
  }
}

TEST_CASE(
    "bounds on pairs and triples of larger graphs with negative weights hold, and certificates prove them") {
  const Kind kinds[] = {
      {120, 0.2, 0.5, true, SignForm::pairs},     {120, 0.2, 0.5, false, SignForm::pairs},
      {210, 0.06, 0.4, true, SignForm::positive}, {210, 0.06, 0.4, false, SignForm::positive},
      {210, 0.03, 1.0, true, SignForm::pairs},    {210, 0.6, 0.5, false, SignForm::pairs}};
  std::uint64_t seed = 20;
  for (const Kind& kind : kinds) {
    const Graph graph = drawn_graph(kind.n, kind.p, kind.negative, kind.integral, ++seed);
    const std::vector<double> best = heaviest(graph);
    const std::vector<Vertex> sizes = {1, 2, 3};
    const RunContext run({.time_limit = 6.0});
    BoundPlan plan(graph, sizes, run, Proofs::keep);
    CHECK(plan.ledger().family().signs == kind.form);
    plan.add_cheap(run);
    for (const Vertex s : sizes) plan.tighten(s, best[s], run.part(1.5));
    for (const Vertex s : sizes) {
      for (const Bound& bound : plan.ledger().bounds(s)) {
        INFO("n = " << kind.n << ", s = " << s << ": " << bound.value << " by " << bound.name);
        CHECK(bound.value >= best[s] - (kind.integral ? 0.0 : 1e-9));
      }
    }
    const BoundCertificate certificate = make_certificate(plan.ledger(), sizes);
    for (const CheckedBound& bound : check_certificate(graph, certificate)) {
      CHECK(bound.value >= best[bound.s] - (kind.integral ? 0.0 : 1e-9));
    }
  }
}
