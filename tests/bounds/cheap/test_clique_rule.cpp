#include <atomic>
#include <cstddef>
#include <vector>

#include <lode/graph/clique.hpp>

#include "bounds/cheap/turan.hpp"
#include "bounds/ledger.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("the rule clique proves what the clique number does, for all sizes") {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const Graph graph = test::random_graph(14, 0.1 + 0.2 * static_cast<double>(seed % 5), seed);
    const Vertex omega = maximum_clique(graph).size();
    const std::vector<Vertex> sizes = {4, 7, 11};
    BoundLedger ledger(graph, sizes, RunContext());
    ledger.ask("clique", {.s = 7}, RunContext());
    INFO("seed " << seed);
    CHECK(ledger.remembered<CliqueFinding>()->limit == omega);
    CHECK(ledger.remembered<CliqueFinding>()->clique.size() == omega);
    for (const Vertex s : sizes) {
      const double turan = turan_bound_values(graph, omega, {&s, 1}, RunContext()).front();
      CHECK(ledger.best(s).value <= turan);
      CHECK(ledger.best(s).value >= test::brute_force_densest(graph, s));
    }
  }
}

TEST_CASE("a clique search that is stopped proves nothing false, and goes on when asked again") {
  const Graph graph = test::random_graph(150, 0.8, 3);
  const Vertex s = 25;
  BoundLedger ledger(graph, {&s, 1}, RunContext());
  const double trivial = ledger.best(s).value;
  const std::atomic<bool> flag{true};
  ledger.ask("clique", {.s = s}, RunContext({.cancel = &flag}));
  CHECK(ledger.best(s).value <= trivial);
  const Vertex limit = ledger.remembered<CliqueFinding>()->limit;
  const Clique clique = maximum_clique(graph);
  REQUIRE(clique.exact());
  CHECK(limit > clique.size());
  ledger.ask("clique", {.s = s}, RunContext());
  CHECK(ledger.remembered<CliqueFinding>()->limit == clique.size());
  CHECK(ledger.best(s).name == "clique");
  CHECK(ledger.best(s).value == static_cast<double>(turan_edges(s, clique.size())));
}

TEST_CASE("beside other rules the clique search is asked where it can lower a bound") {
  const BoundRule& rule = bound_rule("clique");
  const Graph graph = test::random_graph(150, 0.8, 3);
  const std::vector<Vertex> sizes = {25, 140};
  BoundLedger ledger(graph, sizes, RunContext());
  CHECK(rule.share(ledger, {.s = 25}, 1.0, RunContext()) == 0.0);  // the cheap rule has not begun
  const Clique clique = maximum_clique(graph);
  const auto known = static_cast<std::ptrdiff_t>(clique.size()) - 1;
  auto& found = ledger.memory<CliqueFinding>();
  found.limit = graph.num_vertices();
  found.clique.assign(clique.vertices.begin(), clique.vertices.begin() + known);
  CHECK(rule.share(ledger, {.s = 25}, 1.0, RunContext()) > 0.0);
  ledger.lower({140, static_cast<double>(graph.num_edges() / 2), &turan_proof, "turan"});
  CHECK(rule.share(ledger, {.s = 140}, 1.0, RunContext()) == 0.0);  // no clique number proves as much
  ledger.tighten({.s = 25, .incumbent = 1e9}, RunContext({.time_limit = 60.0}));
  CHECK(found.limit == graph.num_vertices());  // nothing is asked for a bound that is met
  rule.propose(ledger, {.s = 25}, RunContext());
  CHECK(found.limit == clique.size());
  CHECK(rule.share(ledger, {.s = 25}, 1.0, RunContext()) == 0.0);
}
