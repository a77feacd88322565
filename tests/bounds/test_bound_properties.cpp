#include <cmath>
#include <numeric>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/generators.hpp>

#include "bounds/all_sizes.hpp"
#include "bounds/findings.hpp"
#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

Graph small_graph(std::uint64_t seed) {
  const auto kind = static_cast<test::TestWeights>(seed % 3);
  const Vertex n = 3 + static_cast<Vertex>(seed % 8);
  const double scales[] = {1.0, 1e-9, 1e9};
  return test::random_graph(n, 0.15 + 0.01 * static_cast<double>(seed % 83), seed, kind,
                            scales[seed % 7 % 3]);
}

}  // namespace

TEST_CASE("no bound is below the optimum of thousands of small graphs") {
  RunContext run;
  for (std::uint64_t seed = 1; seed <= 2400; ++seed) {
    const Graph graph = small_graph(seed);
    const std::vector<Vertex> sizes = test::all_sizes(graph);
    const std::vector<double> optimum = test::best_by_size(graph);
    // A sum in another order may differ in the last digits, on the side of brute force.
    const double slack = graph.integral() ? 0.0 : 1e-14;
    for (const BoundRow& row : bound_rows()) {
      if (!row.cheap) continue;
      for (const Bound& bound : row.compute(graph, sizes, run)) {
        INFO(bound.name << ", seed " << seed << ", s = " << bound.s);
        REQUIRE(bound.value >= optimum[bound.s] * (1.0 - slack));
        if (graph.integral()) REQUIRE(bound.value == std::floor(bound.value));
      }
    }
  }
}

TEST_CASE("the turan bound is exact on Turan graphs") {
  RunContext run;
  for (Vertex s = 1; s <= 20; ++s) {
    for (Vertex w = 1; w <= s; ++w) {
      std::vector<Vertex> parts(w, s / w);
      for (Vertex i = 0; i < s % w; ++i) ++parts[i];
      const Graph turan = complete_multipartite(parts);
      const Vertex sizes[] = {s};
      CHECK(bound_row("turan").compute(turan, sizes, run).front().value ==
            static_cast<double>(turan.num_edges()));
    }
  }
}

TEST_CASE("averaging is exact for integers and never rounds real bounds down") {
  const auto chained = [](const Graph& graph, Vertex s, double smaller) {
    const Vertex sizes[] = {s};
    BoundPlan plan(graph, sizes, RunContext());
    plan.ledger().lower({s - 1, smaller, &search_proof_rule, "exact"});
    plan.ask("chain", {}, RunContext());
    return plan.ledger().value(s);
  };
  const Graph complete = test::random_graph(40, 1.0, 1);
  CHECK(chained(complete, 3, 0.0) == 0.0);
  CHECK(chained(complete, 4, 2.0) == 4.0);
  CHECK(chained(complete, 31, 423.0) == 452.0);  // 31 * 423 / 29 = 452.17
  const Graph real = test::random_graph(40, 0.9, 1, test::TestWeights::real);
  for (double u = 0.001; u < 0.9; u *= 1.37) {
    for (Vertex s = 4; s < 40; ++s) {
      const long double exact = static_cast<long double>(u) * s / (s - 2);
      CHECK(static_cast<long double>(chained(real, s, u)) >= exact);
      CHECK(chained(real, s, u) <= static_cast<double>(exact) * (1.0 + 1e-14));
    }
  }
}

TEST_CASE("a closed chain cannot be improved by a step in either direction") {
  std::vector<Vertex> sizes(11);
  std::iota(sizes.begin(), sizes.end(), Vertex{1});
  const Graph graph = test::random_graph(12, 1.0, 1);
  BoundPlan plan(graph, sizes, RunContext());
  plan.ledger().lower({8, 22.0, &search_proof_rule, "exact"});
  plan.ledger().lower({10, 24.0, &search_proof_rule, "exact"});
  const std::vector<double> before = plan.ledger().values();
  plan.ask("chain", {}, RunContext());
  const std::vector<double> table = plan.ledger().values();
  for (std::size_t t = 1; t < table.size(); ++t) {
    CHECK(table[t] <= before[t]);
    CHECK(table[t - 1] <= table[t]);
    const auto size = static_cast<double>(t);
    if (t >= 3) CHECK(table[t] <= std::floor(size * table[t - 1] / (size - 2.0)));
  }
  CHECK(table[9] == 24);
  CHECK(table[11] == 29);  // 11 * 24 / 9
}

TEST_CASE("core parts are the cores, and what is outside is bounded") {
  const Graph graph = test::random_graph(60, 0.12, 4);
  const CoreDecomposition cores = core_decomposition(graph);
  const CoreParts parts = *CoreParts::peel(graph, {}, RunContext());
  for (Vertex c = 0; c <= cores.degeneracy; ++c) {
    const Part part = parts.part(parts.above(c));
    CHECK(part.outside <= c);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const bool inside = part.to_part(v) != no_vertex;
      CHECK(inside == (cores.core[v] > c));
    }
  }
}

TEST_CASE("a ledger never raises a bound and names what proves it") {
  RunContext run;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Graph graph = test::random_graph(40, 0.1 + 0.02 * static_cast<double>(seed % 20), seed,
                                           static_cast<test::TestWeights>(seed % 3));
    const Vertex sizes[] = {12, 3, 30, 12};
    BoundPlan plan(graph, sizes, run);
    double last[] = {plan.ledger().best(3).value, plan.ledger().best(12).value, plan.ledger().best(30).value};
    const auto falls = [&] {
      const double now[] = {plan.ledger().best(3).value, plan.ledger().best(12).value,
                            plan.ledger().best(30).value};
      for (int i = 0; i < 3; ++i) {
        CHECK(now[i] <= last[i]);
        last[i] = now[i];
      }
    };
    CHECK(plan.ledger().best(3).name == "trivial");
    plan.add_cheap(run);
    falls();
    const std::vector<Bound> cheap = plan.ledger().bounds(12);
    RunContext limited({.time_limit = 0.02});
    plan.tighten(12, 0.0, limited);
    falls();
    for (const Vertex s : {Vertex{3}, Vertex{12}, Vertex{30}}) {
      const std::vector<Bound> all = plan.ledger().bounds(s);
      CHECK(best_bound(all).value == plan.ledger().best(s).value);
      const std::vector<ProofStep> proof = plan.ledger().proof(s);
      REQUIRE_FALSE(proof.empty());
      CHECK(proof.back().s == s);
      CHECK(proof.back().value == plan.ledger().best(s).value);
      for (std::size_t i = 0; i < proof.size(); ++i) {
        CHECK(proof[i].rests_on.empty() == (i == 0));
      }
    }
    CHECK_THROWS_AS(plan.ledger().best(4), InvalidArgument);
  }
}
