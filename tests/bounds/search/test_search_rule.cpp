#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/plan/plan.hpp"
#include "bounds/rule.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// Knows nothing but the trivial bound and what the search proves.
BoundPlan searched(const Graph& graph, Vertex s, Weight incumbent, const RunContext& run) {
  const std::vector<Vertex> sizes = {s};
  BoundPlan plan(graph, sizes, run);
  plan.ask("search", {.s = s, .incumbent = incumbent}, run);
  return plan;
}

/// A dense part of its own core in a large sparse graph.
Graph core_in_sparse(double density, std::uint64_t seed) {
  PlantedOptions planting;
  planting.num_vertices = 600;
  planting.average_degree = 7.0;
  planting.planted_size = 26;
  planting.planted_density = density;
  planting.seed = seed;
  return planted(planting).graph;
}

}  // namespace

TEST_CASE("the rule search proves optima, with and without a set that is known") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Vertex n = 12 + static_cast<Vertex>(seed % 6);
    const Graph graph = test::random_graph(n, 0.3 + 0.04 * static_cast<double>(seed), seed, kind);
    for (const Vertex s : {4u, 9u, n - 3}) {
      const double optimum = test::brute_force_densest(graph, s);
      INFO("seed " << seed << ", s = " << s);
      for (const double incumbent : {0.0, 0.5 * optimum, optimum}) {
        const RunContext run;
        const BoundPlan plan = searched(graph, s, incumbent, run);
        const Bound bound = plan.ledger().best(s);
        CHECK(bound.value >= optimum * (1.0 - 1e-12));
        CHECK(proves_optimal(graph, bound.value, optimum));
        if (incumbent == 0.0 && bound.name == "search") {
          REQUIRE(plan.dense_sets(s).size() == 1);
          CHECK(induced_totals(graph, plan.dense_sets(s).front()).weight == Approx(optimum).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("a search that branched is certified, and a changed tree is refused") {
  const test::TemporaryFolder folder;
  const Graph graph = test::random_graph(80, 0.75, 3);
  const Vertex s = 20;
  const RunContext run;
  const Solution known = solve("hybrid", test::make_problem(graph, s), {}, run);
  const BoundLedger ledger = searched(graph, s, known.weight, run).ledger();
  REQUIRE(ledger.best(s).value == known.weight);
  REQUIRE(ledger.best(s).name == "search");
  const BoundCertificate good = make_certificate(ledger, {s}, run);
  const std::string text = certificate_json(graph, good);
  const BoundCertificate read = read_certificate(folder.write("tree", text), graph);
  CHECK(certificate_json(graph, read) == text);
  for (const BoundCertificate& one : {good, read}) {
    CHECK(check_certificate(graph, one).front().value == known.weight);
    CHECK(check_certificate(graph, one).front().unchecked.empty());
  }
  REQUIRE(good.multipliers.back()->tree->nodes.size() > 1);
  const auto refused = [&](auto&& change) {
    BoundCertificate bad = good;
    auto data = std::make_shared<PartMultipliers>(*bad.multipliers.back());
    auto tree = std::make_shared<subgraph::detail::SdpSearchTree>(*data->tree);
    change(bad, *data, *tree);
    data->tree = tree;
    bad.multipliers.back() = data;
    CHECK_THROWS_AS(check_certificate(graph, bad), VerificationError);
  };
  using Tree = subgraph::detail::SdpSearchTree;
  refused([](auto& c, auto&, Tree&) { c.claims[0].steps.back().value -= 1.0; });
  refused([](auto& c, auto&, Tree&) { c.claims[0].bound = c.claims[0].steps.back().value - 1.0; });
  refused([](auto&, auto& data, Tree&) { data.s -= 1; });
  refused([](auto&, auto&, Tree& tree) { tree.proofs.front().rows[0] += 1.0; });
  refused([](auto&, auto&, Tree& tree) { tree.proofs.front().eigenvalue *= 0.99; });
  refused([](auto&, auto&, Tree& tree) { tree.proofs.front().pairs.front().multiplier *= -1.0; });
  refused([](auto&, auto&, Tree& tree) { tree.proofs.front().cuts.front().multiplier *= -1.0; });
  refused([](auto&, auto&, Tree& tree) { tree.nodes.pop_back(); });
  refused([](auto&, auto&, Tree& tree) { tree.nodes.front().vertex = (tree.nodes.front().vertex + 1) % 80; });
  refused([](auto&, auto&, Tree& tree) { tree.nodes.front().included = tree.nodes.front().excluded; });
  refused([](auto&, auto&, Tree& tree) { tree = Tree{}; });

  const auto unreadable = [&](const std::string& from, const std::string& to) {
    std::string wrong = text;
    wrong.replace(wrong.find(from), from.size(), to);
    CHECK_THROWS_AS(read_certificate(folder.write("wrong", wrong), graph), InputError);
  };
  unreadable("\"branched\"", "\"settled\"");
  unreadable("\"branched\"", "7");
  unreadable("\"eigenvalue\":", "\"eigen\":");
  unreadable("\"tree\":{", "\"tree\":{\"more\":");
}

TEST_CASE(
    "cores are searched once outside has let enough vertices go, and the bound is one of the whole graph") {
  int searches = 0;
  std::size_t proofs = 0;
  const Vertex s = 24;
  const std::vector<Vertex> sizes = {s};
  const std::pair<double, std::uint64_t> instances[] = {{0.5, 3}, {0.5, 8}, {0.35, 13}, {0.35, 15}};
  for (const auto& [density, seed] : instances) {
    const Graph graph = core_in_sparse(density, seed);
    REQUIRE(graph.num_vertices() > searched_graph);
    const RunContext run({.time_limit = 600.0});
    const Solution known = solve("hybrid", test::make_problem(graph, s), {}, run);
    // Rule outside is ended somewhere between its first rows that go and its proof.
    bool is_searched = false;
    for (double work = 4e6; work < 2e8 && !is_searched; work *= 1.15) {
      BoundPlan plan(graph, sizes, run);
      plan.add_cheap(run);
      const double before = plan.ledger().value(s);
      plan.ask("search", {.s = s, .incumbent = known.weight}, run);
      CHECK(plan.ledger().best(s).name != "search");  // nothing is left yet
      plan.ask("outside", {.s = s, .incumbent = known.weight, .work = work, .gap = 0.0}, run);
      const double by_outside = plan.ledger().value(s);
      CHECK(by_outside <= before);
      plan.ask("search", {.s = s, .incumbent = known.weight, .work = 5e8}, run);
      INFO("density " << density << ", seed " << seed << ", work " << work);
      CHECK(plan.ledger().value(s) >= known.weight);
      CHECK(plan.ledger().value(s) <= by_outside);
      is_searched = plan.ledger().best(s).name == "search";
      if (!is_searched) continue;
      ++searches;
      CHECK(plan.ledger().value(s) < by_outside);
      const BoundCertificate certificate = make_certificate(plan.ledger(), sizes, run);
      CHECK(check_certificate(graph, certificate).front().value == plan.ledger().value(s));
      CHECK(certificate.multipliers.back()->tree->stages.size() > 0);
      proofs += certificate.multipliers.back()->tree->proofs.size();  // none where few rows are left
    }
  }
  CHECK(searches >= 2);
  CHECK(proofs > 0);
}

TEST_CASE("the rule search does not depend on the threads, and ends when told to") {
  const Graph graph = test::random_graph(70, 0.5, 8);
  const Vertex s = 18;
  std::vector<std::string> certificates;
  for (const int threads : {1, 2, 3}) {
    const RunContext run({.threads = threads});
    const BoundLedger ledger = searched(graph, s, 0.0, run).ledger();
    certificates.push_back(certificate_json(graph, make_certificate(ledger, {s}, run)));
  }
  CHECK(certificates[0] == certificates[1]);
  CHECK(certificates[0] == certificates[2]);

  const Graph large = test::random_graph(180, 0.3, 9);
  const std::vector<Vertex> sizes = {45};
  const RunContext unlimited;
  BoundPlan plan(large, sizes, unlimited);
  const double before = plan.ledger().value(45);
  const std::atomic<bool> cancel{true};
  const RunContext cancelled({.cancel = &cancel});
  plan.ask("search", {.s = 45}, cancelled);
  CHECK(plan.ledger().value(45) <= before);
  const test::FakeClock clock(0.001);
  const RunContext brief({.time_limit = 1.0, .clock = &clock});
  plan.ask("search", {.s = 45}, brief);
  const Solution known = solve("hybrid", test::make_problem(large, 45), {}, unlimited);
  CHECK(plan.ledger().value(45) >= known.weight);
  CHECK(check_certificate(large, make_certificate(plan.ledger(), sizes, unlimited)).front().value >=
        known.weight);
}

TEST_CASE("asked again, the rule search goes on where it was") {
  const Graph graph = test::random_graph(80, 0.75, 3);
  const Vertex s = 20;
  const std::vector<Vertex> sizes = {s};
  const RunContext run;
  const Solution known = solve("hybrid", test::make_problem(graph, s), {}, run);
  BoundPlan whole(graph, sizes, run);
  whole.ask("search", {.s = s, .incumbent = known.weight}, run);
  REQUIRE(whole.ledger().value(s) == known.weight);
  // Less than half of the work at a time: new searches would never get there.
  BoundPlan plan(graph, sizes, run);
  for (int calls = 0; calls < 5 && plan.ledger().value(s) > known.weight; ++calls) {
    plan.ask("search", {.s = s, .incumbent = known.weight, .work = 0.45 * whole.spent()}, run);
    CHECK(check_certificate(graph, make_certificate(plan.ledger(), sizes, run)).front().value ==
          plan.ledger().value(s));
  }
  CHECK(plan.ledger().value(s) == known.weight);
  CHECK(plan.spent() <= 2.0 * whole.spent());
}

TEST_CASE("find proves published optima of dense instances") {
  const char* data = std::getenv("LODE_DATA");
  struct Row {
    const char* name;
    Vertex s;
    double optimum;
  };
  for (const Row& row : {Row{"kcluster40_025_10_1", 10, 29}, Row{"kcluster40_050_20_1", 20, 130},
                         Row{"kcluster40_075_30_1", 30, 349}, Row{"kcluster80_050_20_1", 20, 149},
                         Row{"kcluster80_025_60_1", 60, 518}}) {
    const std::filesystem::path path = std::filesystem::path(data ? data : ".") / "../outside/kcluster" /
                                       (std::string(row.name) + ".mtx.gz");
    if (!std::filesystem::exists(path)) {
      fmt::print("skipped: {} is not there\n", path.string());
      continue;
    }
    const RunContext run({.time_limit = 600.0});
    const Graph graph = read_graph(path.string(), {}, run).graph;
    const FindResult found =
        find(graph, {.sizes = {row.s}, .effort = Effort::proof, .keep_proofs = true}, run);
    REQUIRE(found.answers.size() == 1);
    INFO(row.name);
    CHECK(found.answers[0].solution.weight == row.optimum);
    CHECK(found.answers[0].bound.value == row.optimum);
    CHECK(found.answers[0].proven_optimal);
    const BoundCertificate certificate = make_certificate(*found.ledger, {row.s}, run);
    CHECK(check_certificate(graph, certificate).front().unchecked.empty());
  }
}

TEST_CASE("the method exact proves dense graphs that enumeration can not") {
  const Graph graph = test::random_graph(60, 0.5, 12);
  for (const Vertex s : {15u, 30u, 45u}) {
    const RunContext run;
    const Solution solution = solve("exact", test::make_problem(graph, s), {}, run);
    INFO("s = " << s);
    CHECK(solution.stop_reason == StopReason::optimal);
    REQUIRE(solution.upper_bound);
    CHECK(*solution.upper_bound == solution.weight);
    const Solution other = solve("hybrid", test::make_problem(graph, s), {}, run);
    CHECK(solution.weight >= other.weight);
  }
  // The same with hardly any memory, and a bound that holds where work ends it.
  const Graph harder = test::random_graph(80, 0.75, 3);
  const RunContext run;
  const Solution whole = solve("exact", test::make_problem(harder, 20), {}, run);
  const Solution deep = solve("exact", test::make_problem(harder, 20), {{"max-memory", "0.001"}}, run);
  CHECK(whole.stop_reason == StopReason::optimal);
  CHECK(deep.stop_reason == StopReason::optimal);
  CHECK(deep.weight == whole.weight);
  const Solution limited = solve("exact", test::make_problem(harder, 20), {{"work", "30001"}}, run);
  REQUIRE(limited.upper_bound);
  CHECK(*limited.upper_bound >= whole.weight);
  CHECK(limited.iterations <= 30'001 + 64);
  // More memory than there are numbers of bytes is no limit.
  const Solution wide = solve("exact", test::make_problem(harder, 20), {{"max-memory", "1e30"}}, run);
  CHECK(wide.iterations == solve("exact", test::make_problem(harder, 20), {}, run).iterations);
  CHECK_THROWS_AS(solve("exact", test::make_problem(harder, 20), {{"max-memory", "0"}}, run),
                  InvalidArgument);
}
