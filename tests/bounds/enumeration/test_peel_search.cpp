#include <algorithm>
#include <cstdint>
#include <vector>

#include <lode/graph/cores.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/problem.hpp>

#include "bounds/enumeration/exact.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// The search alone, without an incumbent and with nothing known of smaller sets but their edges.
subgraph::detail::PeelSearchResult search_from_nothing(const Graph& graph, Vertex s, std::int64_t goal) {
  const auto weights = graph.weights();
  const double largest = weights.empty() ? 1.0 : std::ranges::max(weights);
  std::vector<std::int64_t> caps;
  for (Vertex j = 0; j <= s; ++j) {
    caps.push_back(static_cast<std::int64_t>(static_cast<double>(possible_edges(j)) * largest));
  }
  const RunContext run;
  const subgraph::detail::SearchGraph part =
      subgraph::detail::search_core(graph, strength_cores(graph).core, s, goal - caps[s - 1], run);
  return subgraph::detail::peel_search(part, caps, goal, 1u << 30, run);
}

}  // namespace

TEST_CASE("the enumeration meets a best set from any goal, and none above the optimum") {
  for (std::uint64_t seed = 1; seed <= 90; ++seed) {
    const auto kind = seed % 2 == 0 ? test::TestWeights::none : test::TestWeights::integral;
    const Vertex n = 5 + static_cast<Vertex>(seed % 9);
    const Graph graph = test::random_graph(n, 0.01 * static_cast<double>(seed), seed, kind);
    for (Vertex s = 2; s <= n; ++s) {
      const auto optimum = static_cast<std::int64_t>(test::brute_force_densest(graph, s));
      INFO("seed " << seed << ", n = " << n << ", s = " << s);
      for (const std::int64_t goal : {std::int64_t{1}, optimum / 2 + 1, optimum}) {
        if (optimum == 0) continue;
        const subgraph::detail::PeelSearchResult found = search_from_nothing(graph, s, goal);
        CHECK(found.complete);
        CHECK(found.weight == optimum);
        REQUIRE(found.best.size() == s);
        CHECK(induced_totals(graph, found.best).weight == static_cast<double>(optimum));
      }
      const subgraph::detail::PeelSearchResult above = search_from_nothing(graph, s, optimum + 1);
      CHECK(above.complete);
      CHECK(above.best.empty());
    }
  }
}

TEST_CASE("an exhaustive search looks at the clock in the middle of a large prefix") {
  // Next to no edges: every outsider is a candidate, and is compared with all members.
  const Graph graph = gnp({.num_vertices = 3000, .probability = 0.0005, .seed = 1});
  const subgraph::detail::SearchGraph whole{graph, {}, 1, std::vector<std::vector<Vertex>>(3000)};
  std::vector<std::int64_t> caps;
  for (Vertex j = 0; j <= 900; ++j) caps.push_back(static_cast<std::int64_t>(possible_edges(j)));
  test::FakeClock clock(1.0);
  const RunContext run({.threads = 1, .time_limit = 5.5, .clock = &clock});
  const subgraph::detail::PeelSearchResult found =
      subgraph::detail::peel_search(whole, caps, 1, 1u << 30, run);
  CHECK_FALSE(found.complete);
  CHECK(found.nodes < 200);
}
