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
  for (const double unit : {1.0, 1e-9, 1e-15, 1e-300}) {
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
