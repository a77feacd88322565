#include <atomic>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/dual/known_weights.hpp"
#include "bounds/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"
#include "support/weight_ranges.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

BoundPlan cheap_plan(const Graph& graph, Vertex s) {
  const std::vector<Vertex> sizes = {s};
  BoundPlan plan(graph, sizes, RunContext());
  plan.add_cheap(RunContext());
  return plan;
}

}  // namespace

TEST_CASE("known weights are those of sets") {
  for (const auto weights : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(16, 0.4, 3, weights);
    BoundPlan plan = cheap_plan(graph, 9);
    const std::vector<double>& known = known_weights(plan.ledger(), plan.findings(), 9, RunContext());
    REQUIRE(known.size() == 10);
    CHECK(known[0] == 0.0);
    for (Vertex t = 1; t <= 9; ++t) {
      const double optimum = test::brute_force_densest(graph, t);
      CHECK(known[t] <= optimum + 1e-9);
      CHECK(known[t] >= 0.8 * optimum);
      CHECK(known[t] >= known[t - 1]);
    }
    CHECK(known[9] == Approx(test::brute_force_densest(graph, 9)).epsilon(1e-12));
    const double spent = plan.spent();
    known_weights(plan.ledger(), plan.findings(), 9, RunContext());
    CHECK(plan.spent() == spent);
  }
}

TEST_CASE("the search for known weights keeps to the run it is made for") {
  const Graph graph = test::random_graph(300, 0.3, 3, test::TestWeights::real);
  {
    const test::PollClock clock(1e-3, 100'000);
    const RunContext run({.threads = 1, .time_limit = 0.2, .clock = &clock});
    BoundPlan plan = cheap_plan(graph, 40);
    known_weights(plan.ledger(), plan.findings(), 40, run);
    CHECK(clock.polls() > 50);
    CHECK(clock.polls() < 400);
  }
  BoundPlan plan = cheap_plan(graph, 40);
  const std::atomic<bool> cancelled = true;
  const std::vector<double> poor =
      known_weights(plan.ledger(), plan.findings(), 40, RunContext({.cancel = &cancelled}));
  REQUIRE(poor.size() == 41);
  // A larger budget makes up for it; the caller's seed and threads change nothing.
  const std::vector<double> known =
      known_weights(plan.ledger(), plan.findings(), 40, RunContext({.time_limit = 1e6}));
  CHECK(known[40] > poor[40]);
  BoundPlan other = cheap_plan(graph, 40);
  CHECK(known_weights(other.ledger(), other.findings(), 40, RunContext({.seed = 9, .threads = 2})) == known);
}
