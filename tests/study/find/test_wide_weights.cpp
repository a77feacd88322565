#include <algorithm>
#include <atomic>
#include <vector>

#include <lode/study/find.hpp>
#include <lode/subgraph/registry.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"
#include "support/weight_ranges.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

constexpr double limit = 1.0;         // seconds of the clock
constexpr double polls = 5'000.0;     // until they are over
constexpr std::uint64_t after = 500;  // more of them before the answer

}  // namespace

TEST_CASE(
    "whatever the range of the weights, every effort ends within its polls, and what is proven is true") {
  for (const test::WeightRange range : test::weight_ranges) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto n = static_cast<Vertex>(6 + 3 * (seed - 1));
      const Graph graph = test::graph_of_range(range, n, seed == 1 ? 0.4 : 0.6, seed);
      for (const Effort effort : {Effort::none, Effort::automatic, Effort::strong, Effort::proof}) {
        INFO("range " << static_cast<int>(range) << ", seed " << seed << ", effort " << to_string(effort));
        const test::PollClock clock(limit / polls, static_cast<std::uint64_t>(polls) + after);
        const RunContext run({.threads = 1, .time_limit = limit, .clock = &clock});
        const FindResult found = find(graph, {.sizes = {2, 4, n - 1}, .effort = effort}, run);
        for (const FindAnswer& answer : found.answers) {
          const double best = test::brute_force_densest(graph, answer.s);
          INFO("s = " << answer.s);
          CHECK(answer.solution.weight == induced_totals(graph, answer.solution.vertices).weight);
          CHECK(answer.bound.value >= best * (1.0 - 1e-12));
          if (answer.proven_optimal) CHECK(answer.solution.weight >= best * (1.0 - 1e-9));
        }
      }
    }
  }
}

TEST_CASE("every search ends by itself, whatever the range of the weights") {
  for (const test::WeightRange range : test::weight_ranges) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const auto n = static_cast<Vertex>(5 + 2 * seed);
      const Graph graph = test::graph_of_range(range, n, seed == 1 ? 0.4 : 0.7, seed);
      for (const MethodRow& row : methods()) {
        for (const bool connected : {false, true}) {
          if (!row.weights || (connected && !row.connected)) continue;
          INFO("range " << static_cast<int>(range) << ", seed " << seed << ", " << row.name << connected);
          const test::PollClock clock(0.0, 2'000'000);
          const RunContext run({.threads = 1, .time_limit = limit, .clock = &clock});
          const Problem problem{.graph = graph, .s = 3, .connected = connected};
          const Solution solution = solve(row.name, problem, {}, run);
          CHECK(solution.stop_reason != StopReason::deadline);
          CHECK(solution.weight == induced_totals(graph, solution.vertices).weight);
        }
      }
    }
  }
}

TEST_CASE("several answers and curves of real weights end within their polls, too") {
  for (const test::WeightRange range : test::weight_ranges) {
    const Graph graph = test::graph_of_range(range, 12, 0.6, 5);
    INFO("range " << static_cast<int>(range));
    const test::PollClock clock(limit / polls, 2 * (static_cast<std::uint64_t>(polls) + after));
    const RunContext run({.threads = 1, .time_limit = limit, .clock = &clock});
    const FindResult several = find(graph, {.sizes = {4}, .top = 3, .effort = Effort::none}, run);
    CHECK(several.answers.size() == 3);
    const FindResult curve =
        find(graph, {.sizes = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, .effort = Effort::none}, run);
    for (const FindAnswer& answer : curve.answers) {
      CHECK(answer.solution.weight == induced_totals(graph, answer.solution.vertices).weight);
    }
  }
}
