#include <atomic>
#include <vector>

#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/bounds/certificate.hpp>

#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/rules/sdp.hpp"
#include "subgraph/bounds/rules/sdp_plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"
#include "support/weight_ranges.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

BoundLedger plan_ledger(const Graph& graph, Vertex s) {
  const std::vector<Vertex> sizes = {s};
  BoundLedger ledger(graph, sizes, RunContext());
  ledger.add_cheap(RunContext());
  return ledger;
}

}  // namespace

TEST_CASE("known weights are those of sets") {
  for (const auto weights : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(16, 0.4, 3, weights);
    BoundLedger ledger = plan_ledger(graph, 9);
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
    BoundLedger ledger = plan_ledger(graph, 40);
    known_weights(ledger, 40, run);
    CHECK(clock.polls() > 50);
    CHECK(clock.polls() < 400);
  }
  BoundLedger ledger = plan_ledger(graph, 40);
  const std::atomic<bool> cancelled = true;
  const std::vector<double> poor = known_weights(ledger, 40, RunContext({.cancel = &cancelled}));
  REQUIRE(poor.size() == 41);
  // A larger budget makes up for it; the caller's seed and threads change nothing.
  const std::vector<double> known = known_weights(ledger, 40, RunContext({.time_limit = 1e6}));
  CHECK(known[40] > poor[40]);
  BoundLedger other = plan_ledger(graph, 40);
  CHECK(known_weights(other, 40, RunContext({.seed = 9, .threads = 2})) == known);
}

TEST_CASE("plans take cores whose outside can be ignored, larger ones with more room") {
  PlantedOptions planting;
  planting.num_vertices = 600;
  planting.planted_size = 24;
  planting.planted_density = 0.8;
  planting.average_degree = 6.0;
  planting.seed = 2;
  const PlantedGraph instance = planted(planting);
  const double weight = induced_subgraph(instance.graph, instance.planted).total_weight();
  BoundLedger ledger = plan_ledger(instance.graph, 24);
  const BoundRequest request{.s = 24, .incumbent = weight};
  double below = 1e9;
  std::size_t size = 0;
  int plans = 0;
  for (auto plan = sdp_plan(ledger, request, 1000, below, 0, RunContext()); plan;
       plan = sdp_plan(ledger, request, 1000, below, 0, RunContext())) {
    CHECK(plan->cut.outside < below);
    CHECK(plan->cut.size > size);
    CHECK(plan->goal >= weight);
    CHECK(plan->goal_of(24) == plan->goal);
    CHECK(plan->goal_of(20) == plan->goal - 4.0 * plan->cut.outside);
    below = plan->cut.outside;
    size = plan->cut.size;
    ++plans;
  }
  CHECK(plans >= 2);
  CHECK(below == 0.0);
  const auto first = sdp_plan(ledger, request, 1000, 1e9, 0, RunContext());
  CHECK(first->goal == weight);
  CHECK(first->cut.size < 600);
  CHECK_FALSE(
      sdp_plan(ledger, request, 8, 1e9, 0, RunContext()));  // no core of so few vertices holds the set
}

TEST_CASE("bounds of smaller sizes are worked out where the vertices outside ask for them") {
  PlantedOptions planting;
  planting.num_vertices = 400;
  planting.planted_size = 20;
  planting.planted_density = 0.6;
  planting.average_degree = 8.0;
  planting.seed = 9;
  const PlantedGraph instance = planted(planting);
  const double weight = induced_subgraph(instance.graph, instance.planted).total_weight();
  std::vector<double> bounds;
  for (const int threads : {1, 3}) {
    BoundLedger ledger = plan_ledger(instance.graph, 20);
    const RunContext run({.threads = threads});
    ledger.ask("sdp", {.s = 20, .incumbent = weight, .work = 3e9}, run);
    bounds.push_back(ledger.best(20).value);
    const std::vector<ProofStep> proof = ledger.proof(20);
    CHECK(proof.size() > 1);
    const std::vector<Vertex> sizes = {20};
    const BoundCertificate certificate = make_certificate(ledger, sizes, run);
    CHECK(check_certificate(instance.graph, certificate).front().value == ledger.best(20).value);
  }
  CHECK(bounds.front() == weight);
  CHECK(bounds.back() == bounds.front());
}
