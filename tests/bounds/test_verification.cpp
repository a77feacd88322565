#include <optional>
#include <vector>

#include <lode/bounds/verification.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>

#include "support/catch.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("a claim about tiny weights is checked as closely as one about large weights") {
  const RunContext run;
  for (const double unit : {1.0, 1e-9, 1e-15, 1e-90}) {
    for (const bool lightest : {false, true}) {
      INFO("unit " << unit << ", lightest " << lightest);
      const Graph graph = Graph::from_edges({{0, 1, 0.5 * unit}, {0, 2, 0.75 * unit}, {1, 2, 0.25 * unit}});
      Claim claim;
      claim.vertices = {0, 1, 2};
      claim.weight = 1.5 * unit;
      claim.edge_density = 0.5 * unit;
      claim.average_degree = unit;
      auto& bound = lightest ? claim.lower_bound : claim.upper_bound;
      bound = 1.5 * unit;
      CHECK_NOTHROW(verify_claim(graph, claim, run));
      const auto refuted = [&](std::optional<double>& number, double changed) {
        const std::optional<double> right = number;
        number = changed;
        CHECK_THROWS_AS(verify_claim(graph, claim, run), VerificationError);
        number = right;
      };
      const double away = 1e-6 * unit;
      refuted(claim.weight, 1.5 * unit + away);
      refuted(claim.edge_density, 0.5 * unit - away);
      refuted(claim.average_degree, unit + away);
      refuted(bound, 1.5 * unit + (lightest ? away : -away));
      const std::vector<Weight> values = {unit, -unit, 0.5 * unit};
      claim.value = 0.5 * unit;
      claim.objective = 2.0 * unit;
      bound = 2.0 * unit;
      CHECK_NOTHROW(verify_claim(graph, values, claim, run));
      const auto refuted_value = [&](std::optional<double>& number, double changed) {
        const std::optional<double> right = number;
        number = changed;
        CHECK_THROWS_AS(verify_claim(graph, values, claim, run), VerificationError);
        number = right;
      };
      refuted_value(claim.value, 0.5 * unit + away);
      refuted_value(claim.objective, 2.0 * unit - away);
    }
  }
}

TEST_CASE("a claim holds or is refuted, part by part") {
  const Vertex parts[] = {2, 2, 2};
  const Graph graph = complete_multipartite(parts);
  RunContext run;
  Claim claim;
  claim.vertices = {0, 2, 4, 5};
  claim.s = 4;
  claim.edges = 5;
  claim.weight = 5.0;
  claim.edge_density = 5.0 / 6.0;
  claim.average_degree = 2.5;
  claim.upper_bound = 6.0;
  claim.bound = "trivial";
  claim.gap = 1.0 / 6.0;
  claim.proven_optimal = false;
  CHECK(verify_claim(graph, claim, run).edges == 5);

  const auto refuted = [&](auto&& change) {
    Claim wrong = claim;
    change(wrong);
    CHECK_THROWS_AS(verify_claim(graph, wrong, run), VerificationError);
  };
  refuted([](Claim& c) { c.s = 5; });
  refuted([](Claim& c) { c.edges = 6; });
  refuted([](Claim& c) { c.weight = 5.5; });
  refuted([](Claim& c) { c.edge_density = 0.8; });
  refuted([](Claim& c) { c.average_degree = 2.0; });
  refuted([](Claim& c) { c.upper_bound = 4.0; });
  refuted([](Claim& c) { c.upper_bound = 5.0, c.gap = 0.0; });  // below what the trivial bound gives
  refuted([](Claim& c) { c.gap = 0.1; });
  refuted([](Claim& c) { c.proven_optimal = true; });
  Claim twice = claim;
  twice.vertices = {0, 0, 4, 5};
  CHECK_THROWS_AS(verify_claim(graph, twice, run), InvalidArgument);
  twice.vertices = {0, 2, 4, 6};
  CHECK_THROWS_AS(verify_claim(graph, twice, run), InvalidArgument);
}

namespace {

/// A clique of four vertices, and a path from it.
Graph clique_and_path() {
  return Graph::from_edges({Edge{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}}, 6);
}

bool accepts(const Graph& graph, const Claim& claim, const std::vector<Weight>& values = {}) {
  try {
    verify_claim(graph, values, claim, RunContext());
  } catch (const VerificationError&) {
    return false;
  }
  return true;
}

/// A threshold that the clique reaches, and no larger set.
Claim largest_clique() {
  return {.vertices = {0, 1, 2, 3},
          .threshold = ThresholdClaim{.density = 0.9,
                                      .needed_weight = 6.0,
                                      .largest = true,
                                      .largest_possible = 4,
                                      .next_possible = 0,
                                      .bound = "lp"}};
}

}  // namespace

TEST_CASE("a bound that is stated or of a core is not computed again") {
  const Graph graph = clique_and_path();
  Claim claim{.vertices = {3, 4, 5}, .upper_bound = 2.0, .bound = "stated"};
  CHECK_FALSE(accepts(graph, claim));
  const Graph clique = complete_multipartite(std::vector<Vertex>(6, 1));
  claim = {.vertices = {0, 1, 2}, .upper_bound = 3.0, .bound = "stated", .core_of = 5.0};
  CHECK_FALSE(verify_claim(clique, claim, RunContext()).bound_repeated);
  claim.bound = "core-of";
  CHECK_FALSE(verify_claim(clique, claim, RunContext()).bound_repeated);
  claim.bound = "trivial";
  CHECK(verify_claim(clique, claim, RunContext()).bound_repeated);
  claim.lower_bound = claim.upper_bound;
  claim.upper_bound = {};
  CHECK_FALSE(accepts(clique, claim));
  claim = {.vertices = {0}, .value = 1.0, .objective = 1.0, .core_of = 5.0};
  CHECK_FALSE(accepts(clique, claim, std::vector<Weight>(6, 1.0)));
}

TEST_CASE("a bound of a declared core counts sets that leave the core") {
  // Every vertex has degree 5, and a larger graph may be denser outside.
  std::vector<Edge> edges;
  constexpr Vertex n = 40;
  for (Vertex v = 0; v < n; ++v) {
    for (const Vertex step : {1, 2}) edges.push_back({v, (v + step) % n});
    if (v < n / 2) edges.push_back({v, v + n / 2});
  }
  const Graph graph = Graph::from_edges(edges, n);
  Claim claim{.vertices = {}, .upper_bound = 50.0, .bound = "degree"};
  for (Vertex v = 0; v < 20; ++v) claim.vertices.push_back(v);
  CHECK(accepts(graph, claim));
  claim.core_of = 5.0;
  CHECK_FALSE(accepts(graph, claim));
}

TEST_CASE("a claim is about the heaviest or the lightest sets") {
  const Graph graph = clique_and_path();
  Claim claim{.vertices = {0, 1, 2}, .lower_bound = 0.0, .minimised = true, .bound = "trivial"};
  CHECK(accepts(graph, claim));
  claim.minimised = false;
  CHECK_FALSE(accepts(graph, claim));
  claim.minimised = true;
  claim.upper_bound = 1.0;
  CHECK_FALSE(accepts(graph, claim));
  claim.lower_bound = {};
  claim.upper_bound = 3.0;
  CHECK_FALSE(accepts(graph, claim));
}

TEST_CASE("a set is optimal within the tolerance that is claimed") {
  const Graph graph = Graph::from_edges(
      std::vector<WeightedEdge>{
          {0, 1, -1e12}, {2, 3, 100.5}, {2, 4, 100.5}, {3, 4, 100.5}, {4, 5, 0.5}, {5, 6, 0.25}},
      7, RunContext(), WeightSigns::any);
  Claim claim{.vertices = {4, 5, 6}, .upper_bound = 301.5, .bound = "exact", .proven_optimal = true};
  CHECK_FALSE(accepts(graph, claim));
  claim.optimality_tolerance = 0.0;
  CHECK_FALSE(accepts(graph, claim));
  claim.optimality_tolerance = 1.0;
  CHECK_FALSE(accepts(graph, claim));
  claim.proven_optimal = false;
  claim.proven_within = 300.75;
  CHECK(accepts(graph, claim));
  claim.proven_within = 300.5;
  CHECK_FALSE(accepts(graph, claim));
  claim.gap = -0.1;
  claim.proven_within = {};
  CHECK_FALSE(accepts(graph, claim));
  claim = {.vertices = {0, 1, 2},
           .upper_bound = 3.0,
           .bound = "trivial",
           .proven_optimal = true,
           .optimality_tolerance = 0.0};
  CHECK(accepts(clique_and_path(), claim));
  claim.optimality_tolerance = 1e-9;
  CHECK_FALSE(accepts(clique_and_path(), claim));
}

TEST_CASE("weights are compared by the magnitude of weights alone") {
  const Graph graph =
      Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 0.5}, {1, 2, 0.5}, {0, 2, 0.5}, {2, 3, 0.25}});
  const std::vector<Weight> values = {1e9, 1e9 + 1.0, 1e9 + 2.0, 1e9 - 0.5};
  const Claim claim{.vertices = {0, 1, 2},
                    .weight = 1.5,
                    .value = 3e9 + 3.0,
                    .objective = 3e9 + 4.5,
                    .edge_density = 0.5,
                    .average_degree = 1.0};
  CHECK(accepts(graph, claim, values));
  for (const auto part : {&Claim::weight, &Claim::edge_density, &Claim::average_degree}) {
    Claim wrong = claim;
    *(wrong.*part) += 0.5;
    CHECK_FALSE(accepts(graph, wrong, values));
  }
}

TEST_CASE("a set without vertices has no bound below 0") {
  const Graph graph = clique_and_path();
  CHECK(accepts(
      graph, {.vertices = {}, .upper_bound = 0.0, .bound = "trivial", .gap = 0.0, .proven_optimal = true}));
  CHECK_FALSE(accepts(graph, {.vertices = {}, .upper_bound = -5.0, .bound = "trivial"}));
  CHECK_FALSE(accepts(graph, {.vertices = {}, .upper_bound = 1.0, .bound = "trivial", .gap = 7.0}));
  CHECK_FALSE(
      accepts(graph, {.vertices = {}, .upper_bound = 1.0, .bound = "trivial", .proven_optimal = true}));
}

TEST_CASE("a threshold is one that find takes") {
  const Graph graph = clique_and_path();
  CHECK(accepts(graph, largest_clique()));
  const auto refuted = [&](auto&& change) {
    Claim wrong = largest_clique();
    change(*wrong.threshold);
    CHECK_FALSE(accepts(graph, wrong));
  };
  refuted([](ThresholdClaim& asked) { asked.density = 1e308; });
  refuted([](ThresholdClaim& asked) { asked.average_degree = 1.7e308; });
  refuted([](ThresholdClaim& asked) { asked.density = 0.0, asked.needed_weight = 0.0; });
  refuted([](ThresholdClaim& asked) { asked.missing = 0; });
  refuted([](ThresholdClaim& asked) { asked.plex = 1; });
  refuted([](ThresholdClaim& asked) { asked.average_degree = -1.0; });
  CHECK_FALSE(accepts(graph, largest_clique(), std::vector<Weight>(6, 1.0)));
  Claim core = largest_clique();
  core.core_of = 1.0;
  CHECK_FALSE(accepts(graph, core));
  Claim weighted{.vertices = {0, 1, 2},
                 .threshold = ThresholdClaim{
                     .missing = 0, .needed_weight = 3.0, .largest = true, .largest_possible = 3}};
  CHECK_FALSE(accepts(Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 10.0}, {1, 2, 10.0}, {2, 3, 1.0}}),
                      weighted));
}

TEST_CASE("a plex has no member that misses too many others, though it has enough edges") {
  // All pairs of five vertices but two at vertex 4.
  const Graph graph = Graph::from_edges({{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 4}});
  Claim claim{
      .vertices = {0, 1, 2, 3, 4},
      .threshold = ThresholdClaim{.plex = 3, .needed_weight = 5.0, .largest = true, .largest_possible = 5}};
  CHECK(accepts(graph, claim));
  claim.threshold->plex = 2;
  claim.threshold->needed_weight = 8.0;
  CHECK_FALSE(accepts(graph, claim));
}

TEST_CASE("sizes that are possible fit each other") {
  const Graph graph = clique_and_path();
  Claim open = largest_clique();
  open.threshold->largest = false;
  open.threshold->largest_possible = 6;
  open.threshold->next_possible = 5;
  CHECK(accepts(graph, open));
  for (const Vertex next : {0, 4, 7, 1000}) {
    open.threshold->next_possible = next;
    CHECK_FALSE(accepts(graph, open));
  }
  open.threshold->next_possible = 5;
  open.threshold->largest_possible = 7;
  CHECK_FALSE(accepts(graph, open));
  Claim closed = largest_clique();
  closed.threshold->next_possible = 5;
  CHECK_FALSE(accepts(graph, closed));
}

TEST_CASE("a threshold that is not reached is not reached by the set") {
  const Graph graph = clique_and_path();
  Claim claim{.vertices = {0, 5},
              .include = {0, 5},
              .threshold =
                  ThresholdClaim{.density = 0.9, .needed_weight = 1.0, .reached = false, .next_possible = 0}};
  CHECK(accepts(graph, claim));
  claim.include = {};  // then one vertex is the answer
  CHECK_FALSE(accepts(graph, claim));
  claim.vertices = claim.include = {0, 1};
  CHECK_FALSE(accepts(graph, claim));
  claim.vertices = claim.include = {0, 5};
  claim.threshold->largest_possible = 2;
  CHECK_FALSE(accepts(graph, claim));
  claim.threshold->largest_possible = 5;
  claim.threshold->next_possible = 3;
  CHECK(accepts(graph, claim));
  // The vertices to include lack nothing, but connected sets may have been asked for.
  claim = {
      .vertices = {0, 5},
      .include = {0, 5},
      .threshold = ThresholdClaim{.missing = 1, .needed_weight = 0.0, .reached = false, .next_possible = 0}};
  CHECK(accepts(graph, claim));
}

TEST_CASE("counts of quotas lie within their limits") {
  const Graph graph = clique_and_path();
  const auto keeps = [&](Vertex count, Vertex at_least, std::optional<Vertex> at_most) {
    return accepts(graph, {.vertices = {0, 1, 2}, .quotas = {{"a", count, at_least, at_most}}});
  };
  CHECK(keeps(2, 1, 2));
  CHECK(keeps(3, 0, std::nullopt));
  CHECK_FALSE(keeps(1, 2, std::nullopt));
  CHECK_FALSE(keeps(2, 0, 1));
  CHECK_FALSE(keeps(4, 0, std::nullopt));
}
