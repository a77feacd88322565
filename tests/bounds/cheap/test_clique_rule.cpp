#include <atomic>
#include <cstddef>
#include <vector>

#include <lode/graph/clique.hpp>

#include "bounds/cheap/clique.hpp"
#include "bounds/cheap/clique_limit.hpp"
#include "bounds/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("the rule clique proves what the clique number does, for all sizes") {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const Graph graph = test::random_graph(14, 0.1 + 0.2 * static_cast<double>(seed % 5), seed);
    const Vertex omega = maximum_clique(graph).size();
    const std::vector<Vertex> sizes = {4, 7, 11};
    BoundPlan plan(graph, sizes, RunContext());
    plan.ask("clique", {.s = 7}, RunContext());
    INFO("seed " << seed);
    CHECK(plan.ledger().clique_limit() == omega);
    CHECK(plan.findings().clique.size() == omega);
    for (const Vertex s : sizes) {
      const double turan = turan_bound_values(graph, omega, {&s, 1}, RunContext()).front();
      CHECK(plan.ledger().best(s).value <= turan);
      CHECK(plan.ledger().best(s).value >= test::brute_force_densest(graph, s));
    }
  }
}

TEST_CASE("a clique search that is stopped proves nothing false, and goes on when asked again") {
  const Graph graph = test::random_graph(150, 0.8, 3);
  const Vertex s = 25;
  BoundPlan plan(graph, {&s, 1}, RunContext());
  const double trivial = plan.ledger().best(s).value;
  const std::atomic<bool> flag{true};
  plan.ask("clique", {.s = s}, RunContext({.cancel = &flag}));
  CHECK(plan.ledger().best(s).value <= trivial);
  const Vertex limit = plan.ledger().clique_limit();
  const Clique clique = maximum_clique(graph);
  REQUIRE(clique.exact());
  CHECK(limit > clique.size());
  plan.ask("clique", {.s = s}, RunContext());
  CHECK(plan.ledger().clique_limit() == clique.size());
  CHECK(plan.ledger().best(s).name == "clique");
  CHECK(plan.ledger().best(s).value == static_cast<double>(turan_edges(s, clique.size())));
}

TEST_CASE("beside other rules the clique search is asked where it can lower a bound") {
  const Graph graph = test::random_graph(150, 0.8, 3);
  const std::vector<Vertex> sizes = {25, 140};
  BoundPlan plan(graph, sizes, RunContext());
  const auto may_lower = [&](Vertex s) {
    return clique_may_lower(plan.ledger(), plan.findings(), s, RunContext());
  };
  CHECK_FALSE(may_lower(25));  // the cheap rule has not begun
  const Clique clique = maximum_clique(graph);
  const auto known = static_cast<std::ptrdiff_t>(clique.size()) - 1;
  plan.findings().clique.assign(clique.vertices.begin(), clique.vertices.begin() + known);
  CHECK(may_lower(25));
  plan.ledger().lower({140, static_cast<double>(graph.num_edges() / 2), &turan_proof, "turan"});
  CHECK_FALSE(may_lower(140));  // no clique number proves as much
  plan.tighten({.s = 25, .incumbent = 1e9}, RunContext({.time_limit = 60.0}));
  CHECK(plan.ledger().clique_limit() == graph.num_vertices());  // nothing is asked for a bound that is met
  plan.ask("clique", {.s = 25}, RunContext());
  CHECK(plan.ledger().clique_limit() == clique.size());
  CHECK_FALSE(may_lower(25));
}
