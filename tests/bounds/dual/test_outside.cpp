#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/dual/core_graphs.hpp"
#include "bounds/dual/relaxation.hpp"
#include "bounds/plan/plan.hpp"
#include "bounds/rule.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("bounds by rule outside hold for values, vertices to include and to exclude, and are certified") {
  int proposed = 0;
  const RunContext run({.threads = 1});
  // Sanitizers make the linear algebra some fifty times as slow.
  constexpr std::uint64_t seeds = LODE_ASSERTION_LEVEL < 2 ? 240 : 40;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Graph graph = test::small_core_graph(seed, static_cast<test::TestWeights>(seed % 3));
    const SetFamily family = test::small_family(graph, seed);
    const std::vector<double> optimum = test::heaviest_sets(graph, family);
    std::vector<Vertex> sizes;
    for (Vertex s = 1; s <= graph.num_vertices(); ++s) {
      if (optimum[s] > test::no_set) sizes.push_back(s);
    }
    BoundPlan plan(graph, family, sizes, run);
    for (const Vertex s : {Vertex{5}, Vertex{4}, Vertex{3}}) {
      if (optimum[s] > test::no_set) plan.ask("outside", {.s = s, .work = 2e7}, run);
    }
    const BoundCertificate certificate = make_certificate(plan.ledger(), sizes, run);
    const std::vector<CheckedBound> checked = check_certificate(graph, family, certificate);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      INFO("seed " << seed << ", s = " << sizes[i]);
      const Bound bound = plan.ledger().best(sizes[i]);
      CHECK(bound.value >= optimum[sizes[i]] - 1e-12 * std::abs(optimum[sizes[i]]));
      CHECK(checked[i].value >= bound.value - 1e-12 * std::abs(bound.value));
      proposed += bound.name == "outside" ? 1 : 0;
    }
  }
  CHECK(proposed > static_cast<int>(seeds) * 5 / 6);
}

TEST_CASE("rule outside ends where values are far larger than weights") {
  const Graph graph = test::small_core_graph(1, test::TestWeights::real);
  for (const double value : {1e20, 1e50, 1e100}) {
    SetFamily family;
    family.values.assign(graph.num_vertices(), 0.0);
    family.values[1] = -value;
    family.values[2] = value;
    const Vertex sizes[] = {4};
    BoundPlan plan(graph, family, sizes, RunContext());
    plan.ask("outside", {.s = 4, .work = 1e8}, RunContext());
    const double optimum = test::heaviest_sets(graph, family)[4];
    CHECK(plan.ledger().best(4).value >= optimum * (1.0 - 1e-12));
    CHECK(plan.ledger().best(4).value <= optimum * (1.0 + 1e-9) + 10.0 * value * 1e-9);
  }
}

TEST_CASE("rule outside lowers bounds of pairs where vertices have values") {
  const RunContext run({.threads = 1});
  const std::vector<Vertex> sizes = {2};
  for (const std::uint64_t seed : {3, 8, 23, 33}) {
    const Graph graph = test::small_core_graph(seed, static_cast<test::TestWeights>(seed % 3));
    const SetFamily family = test::small_family(graph, seed);
    REQUIRE_FALSE(family.values.empty());
    BoundPlan plan(graph, family, sizes, run);
    const double before = plan.ledger().best(2).value;
    plan.ask("outside", {.s = 2, .work = 2e7}, run);
    INFO("seed " << seed);
    CHECK(plan.ledger().best(2).value < before);
    CHECK(plan.ledger().best(2).value >= test::heaviest_sets(graph, family)[2]);
  }
}

TEST_CASE("rule outside keeps to the memory that it is given") {
  const Graph graph = test::core_and_tail();
  const RunContext run({.threads = 1});
  const std::vector<Vertex> sizes = {20};
  const auto rows = [&](double memory) {
    BoundPlan plan(graph, sizes, run);
    plan.add_cheap(run);
    plan.ask("outside", {.s = 20, .work = 3e8, .memory = memory}, run);
    return test::most_rows(make_certificate(plan.ledger(), sizes, run));
  };
  const std::size_t any = rows(std::numeric_limits<double>::infinity());
  REQUIRE(any > 0);
  CHECK(rows(outside_bytes(any - 10)) < any);
}

TEST_CASE("rule outside spends its work but for an iteration, and proofs count") {
  const Graph graph = test::core_and_tail();
  const RunContext run({.threads = 1});
  const std::vector<Vertex> sizes = {20};
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  const double before = plan.spent();
  constexpr double work = 3e7;
  plan.ask("outside", {.s = 20, .work = work}, run);
  const std::size_t rows = test::most_rows(make_certificate(plan.ledger(), sizes, run));
  REQUIRE(rows > 0);
  const double iteration = 20.0 * static_cast<double>(rows * rows);
  REQUIRE(iteration < dual::proof_work(rows));  // the search leaves room for a proof
  CHECK(plan.spent() - before > work - iteration);
}

TEST_CASE("rule outside gives the same for any number of threads, within its work, and stops when told to") {
  const Graph graph = test::core_and_tail();
  const std::vector<Vertex> sizes = {15, 20};
  const auto bounds = [&](int threads) {
    const RunContext run({.threads = threads});
    BoundPlan plan(graph, sizes, run, Proofs::drop);
    plan.add_cheap(run);
    const double before = plan.spent();
    plan.ask("outside", {.s = 20, .work = 2e8}, run);
    CHECK(plan.spent() - before > 0.0);
    CHECK(plan.spent() - before < 2.6e8);
    return plan.ledger().values();
  };
  CHECK(bounds(1) == bounds(2));

  // Time is asked for between products: far more often than there are iterations.
  test::FakeClock clock(1e-4);
  const RunContext limited({.threads = 1, .time_limit = 0.5, .clock = &clock});
  BoundPlan plan(graph, sizes, limited, Proofs::drop);
  const std::uint64_t before = clock.readings();
  plan.ask("outside", {.s = 20}, limited);
  CHECK(clock.readings() - before > 100);
  CHECK(limited.elapsed() < 0.6);

  std::atomic<bool> cancel{true};
  const RunContext cancelled({.threads = 1, .cancel = &cancel});
  const std::vector<double> known = plan.ledger().values();
  plan.ask("outside", {.s = 15}, cancelled);
  CHECK(plan.ledger().values() == known);
}

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
