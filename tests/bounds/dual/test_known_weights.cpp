#include <atomic>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/dual/known_weights.hpp"
#include "bounds/ledger.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"
#include "support/weight_ranges.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

BoundLedger cheap_ledger(const Graph& graph, Vertex s) {
  const std::vector<Vertex> sizes = {s};
  BoundLedger ledger(graph, sizes, RunContext());
  ledger.add_cheap(RunContext());
  return ledger;
}

}  // namespace

TEST_CASE("known weights are those of sets") {
  for (const auto weights : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(16, 0.4, 3, weights);
    BoundLedger ledger = cheap_ledger(graph, 9);
    const std::vector<double>& known = known_weights(ledger, 9, RunContext());
    REQUIRE(known.size() == 10);
    CHECK(known[0] == 0.0);
    for (Vertex t = 1; t <= 9; ++t) {
      const double optimum = test::brute_force_densest(graph, t);
      CHECK(known[t] <= optimum + 1e-9);
      CHECK(known[t] >= 0.8 * optimum);
      CHECK(known[t] >= known[t - 1]);
    }
    CHECK(known[9] == Approx(test::brute_force_densest(graph, 9)).epsilon(1e-12));
    const double spent = ledger.spent();
    known_weights(ledger, 9, RunContext());
    CHECK(ledger.spent() == spent);
  }
}

TEST_CASE("the search for known weights keeps to the run it is made for") {
  const Graph graph = test::random_graph(300, 0.3, 3, test::TestWeights::real);
  {
    const test::PollClock clock(1e-3, 100'000);
    const RunContext run({.threads = 1, .time_limit = 0.2, .clock = &clock});
    BoundLedger ledger = cheap_ledger(graph, 40);
    known_weights(ledger, 40, run);
    CHECK(clock.polls() > 50);
    CHECK(clock.polls() < 400);
  }
  BoundLedger ledger = cheap_ledger(graph, 40);
  const std::atomic<bool> cancelled = true;
  const std::vector<double> poor = known_weights(ledger, 40, RunContext({.cancel = &cancelled}));
  REQUIRE(poor.size() == 41);
  // A larger budget makes up for it; the caller's seed and threads change nothing.
  const std::vector<double> known = known_weights(ledger, 40, RunContext({.time_limit = 1e6}));
  CHECK(known[40] > poor[40]);
  BoundLedger other = cheap_ledger(graph, 40);
  CHECK(known_weights(other, 40, RunContext({.seed = 9, .threads = 2})) == known);
}
