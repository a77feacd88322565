#include <limits>
#include <vector>

#include "bounds/dual/core_graphs.hpp"
#include "bounds/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("a search for multipliers goes on where time has ended it") {
  const Graph graph = test::core_and_tail();
  const std::vector<Vertex> sizes = {20};
  const RunContext run({.threads = 1});
  BoundPlan whole(graph, sizes, run, Proofs::drop);
  whole.add_cheap(run);
  whole.ask("outside", {.s = 20}, run);

  BoundPlan in_turns(graph, sizes, run, Proofs::drop);
  in_turns.add_cheap(run);
  double before = in_turns.ledger().value(20);
  for (int turn = 0; turn < 200 && before > whole.ledger().value(20); ++turn) {
    test::FakeClock clock(1e-3);
    in_turns.ask("outside", {.s = 20}, RunContext({.threads = 1, .time_limit = 2.0, .clock = &clock}));
    CHECK(in_turns.ledger().value(20) <= before);
    before = in_turns.ledger().value(20);
  }
  CHECK(before <= whole.ledger().value(20));
}
