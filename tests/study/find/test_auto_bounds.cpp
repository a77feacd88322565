#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>

#include "bounds/plan/plan.hpp"
#include "study/find/time_shares.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

std::vector<double> bound_values(const FindResult& found) {
  std::vector<double> values;
  for (const FindAnswer& answer : found.answers) values.push_back(answer.bound.value);
  return values;
}

Solution ended(StopReason reason) {
  Solution solution;
  solution.stop_reason = reason;
  return solution;
}

}  // namespace

TEST_CASE("bounds of effort auto are no higher than cheap ones and no lower than the optimum") {
  int closed = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Graph graph =
        test::random_graph(18, 0.5, seed, seed % 2 ? test::TestWeights::none : test::TestWeights::real);
    const std::vector<Vertex> sizes = {5, 9, 13};
    const FindResult cheap = find(graph, {.sizes = sizes, .effort = Effort::cheap}, RunContext());
    const FindResult more = find(graph, {.sizes = sizes}, RunContext());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const Weight best = test::brute_force_densest(graph, sizes[i]);
      INFO("seed " << seed << ", s = " << sizes[i]);
      CHECK(more.answers[i].bound.value <= cheap.answers[i].bound.value);
      CHECK(more.answers[i].bound.value >= best * (1.0 - 1e-12));
      CHECK(more.answers[i].solution.vertices == cheap.answers[i].solution.vertices);
      closed += more.answers[i].proven_optimal && !cheap.answers[i].proven_optimal ? 1 : 0;
    }
  }
  CHECK(closed > 6);
}

TEST_CASE("effort auto gives the same bounds for any number of threads and any speed of the clock") {
  const Graph graph = gnp({.num_vertices = 90, .probability = 0.3, .seed = 4});
  const FindRequest request{.sizes = {8, 30}};
  const std::vector<double> one = bound_values(find(graph, request, RunContext({.threads = 1})));
  CHECK(one == bound_values(find(graph, request, RunContext({.threads = 2}))));
  test::FakeClock slow(0.01);
  CHECK(one == bound_values(find(graph, request, RunContext({.threads = 1, .clock = &slow}))));
  CHECK(one < bound_values(find(graph, {.sizes = request.sizes, .effort = Effort::cheap}, RunContext())));
}

TEST_CASE("work spent on bounds is that of the searches, and nothing where none is left") {
  const Graph graph = gnp({.num_vertices = 120, .probability = 0.2, .seed = 9});
  const Vertex sizes[] = {20, 60};
  const RunContext run;
  for (const double work : {2e7, 2e8}) {
    BoundPlan plan(graph, sizes, run, Proofs::drop);
    plan.add_cheap(run);
    const double before = plan.ledger().best(60).value;
    const SearchedSize searched[] = {{20, 10.0, work}, {60, 100.0, work}};
    plan.spend_on(searched, run);
    CHECK(plan.spent() > 0.0);
    CHECK(plan.spent() <= 2.2 * work);
    CHECK(plan.ledger().best(60).value <= before);
    if (work > 1e8) CHECK(plan.ledger().best(60).value < before);
  }
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  const SearchedSize met[] = {{20, plan.ledger().best(20).value, 1e9},
                              {60, plan.ledger().best(60).value, 1e9}};
  plan.spend_on(met, run);
  CHECK(plan.spent() == 0.0);
}

TEST_CASE("the work of a search is its limit, whatever the machine") {
  const Graph graph = gnp({.num_vertices = 2000, .probability = 0.01, .seed = 2});
  const MethodRow& hybrid = method("hybrid");
  const Solution full = ended(StopReason::converged);
  const double normal = lode::detail::search_work(hybrid, {}, graph, full);
  CHECK(normal > 0.0);
  CHECK(lode::detail::search_work(hybrid, {{"preset", "fast"}}, graph, full) == Approx(normal / 10.0));
  CHECK(lode::detail::search_work(hybrid, {{"work", "10000000"}}, graph, full) == Approx(normal / 2.0));
  CHECK(lode::detail::search_work(hybrid, {{"preset", "descent"}}, graph, full) == 0.0);
  CHECK(lode::detail::search_work(hybrid, {}, graph, ended(StopReason::target)) == 0.0);
  CHECK(lode::detail::search_work(method("exact"), {}, graph, full) == 0.0);
  const double visit = lode::detail::search_work(method("peeling"), {}, graph, full);
  CHECK(visit > 0.0);
  CHECK(visit < normal);
}

TEST_CASE("a time limit is kept by search and bounds together, and leaves time for bounds") {
  const Graph graph = gnp({.num_vertices = 60, .probability = 0.5, .seed = 3});
  test::FakeClock clock(1e-4);
  const FindResult found =
      find(graph, {.sizes = {20}}, RunContext({.threads = 1, .time_limit = 2.0, .clock = &clock}));
  CHECK(found.seconds <= 2.1);
  const FindResult cheap = find(graph, {.sizes = {20}, .effort = Effort::cheap},
                                RunContext({.threads = 1, .time_limit = 2.0, .clock = &clock}));
  CHECK(found.answers.front().bound.value < cheap.answers.front().bound.value);
}

TEST_CASE("more time never gives a worse bound, and no limit is better than one that suffices", "[slow]") {
  const Graph graph = gnp({.num_vertices = 1200, .probability = 0.012, .seed = 2});
  const double unlimited = bound_values(find(graph, {.sizes = {30}}, RunContext({.threads = 1}))).front();
  double last = std::numeric_limits<double>::infinity();
  for (const double limit : {1.0, 4.0, 16.0}) {
    test::FakeClock clock(2e-4);
    const RunContext run({.threads = 1, .time_limit = limit, .clock = &clock});
    const double bound = bound_values(find(graph, {.sizes = {30}}, run)).front();
    INFO("limit " << limit);
    CHECK(bound <= last);
    last = bound;
  }
  CHECK(last <= unlimited);
}

TEST_CASE("small graphs are proven without a limit") {
  const std::vector<WeightedEdge> edges = {{0, 1, 3}, {1, 2, -1}, {0, 2, 2}, {2, 3, 4}, {3, 4, 2}};
  const Graph signs = Graph::from_edges(edges, 5, RunContext(), WeightSigns::any);
  CHECK(find(signs, 3).answers.front().proven_optimal);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Graph graph = test::random_graph(24, 0.4, seed, test::TestWeights::real);
    const FindResult found = find(graph, {.sizes = {5, 9, 12, 17}});
    for (const FindAnswer& answer : found.answers) CHECK(answer.proven_optimal);
  }
  if (const auto path = test::dataset("football.gml.gz")) {
    CHECK(find(read_graph(*path, {}, RunContext()).graph, 20).answers.front().proven_optimal);
  }
}

TEST_CASE(
    "an answer says that it was interrupted while its bound was computed, and news name best and bound") {
  const Graph graph = gnp({.num_vertices = 1200, .probability = 0.012, .seed = 2});
  std::atomic<bool> cancel = false;
  int complete = 0;
  RunOptions options{.threads = 1, .cancel = &cancel};
  options.progress = [&](const Progress& news) {
    if (news.phase.find("rows") == std::string_view::npos) return;
    complete += !std::isnan(news.best) && news.bound >= news.best ? 1 : -1000;
    cancel = complete > 2;
  };
  const FindAnswer answer = find(graph, {.sizes = {30}}, RunContext(options)).answers.front();
  CHECK(complete > 2);
  REQUIRE_FALSE(answer.proven_optimal);
  CHECK(answer.solution.stop_reason == StopReason::interrupted);
}
