#include <algorithm>
#include <cstdint>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/study/find.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("nested sets hold each other, and their price is against the best sets") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto kind = seed % 2 == 0 ? test::TestWeights::integral : test::TestWeights::none;
    const Graph graph = test::random_graph(11, 0.1 + 0.02 * static_cast<double>(seed), seed, kind, 1.0);
    FindRequest request;
    request.sizes = {7, 2, 5, 9};
    if (seed % 3 == 0) request.include = {3};
    if (seed % 5 == 0) request.exclude = {1};
    INFO("seed " << seed);
    const FindResult result = find_nested(graph, request);
    REQUIRE(result.answers.size() == request.sizes.size());
    std::vector<const FindAnswer*> by_size;
    for (std::size_t i = 0; i < result.answers.size(); ++i) {
      const FindAnswer& answer = result.answers[i];
      CHECK(answer.s == request.sizes[i]);
      REQUIRE(answer.free_weight);
      const auto best = test::brute_force_densest(graph, answer.s, [&](std::uint32_t set) {
        const std::uint32_t in = test::mask_of(request.include);
        return (set & in) == in && (set & test::mask_of(request.exclude)) == 0;
      });
      REQUIRE(best);
      CHECK(*answer.free_weight == Approx(*best));
      CHECK(answer.solution.weight <= *best + 1e-9);
      CHECK(answer.bound.value >= *best - 1e-9);
      CHECK(answer.solution.weight == subgraph::induced_totals(graph, answer.solution.vertices).weight);
      by_size.push_back(&answer);
    }
    std::ranges::sort(by_size, {}, [](const FindAnswer* answer) { return answer->s; });
    for (std::size_t i = 1; i < by_size.size(); ++i) {
      CHECK(std::ranges::includes(by_size[i]->solution.vertices, by_size[i - 1]->solution.vertices));
    }
  }
}

TEST_CASE("nested sets of a clique in a clique cost nothing, and other demands are refused") {
  const Graph graph = gnp({.num_vertices = 10, .probability = 1.0, .seed = 1});
  FindRequest request;
  request.sizes = {3, 6};
  for (const FindAnswer& answer : find_nested(graph, request).answers) {
    CHECK(answer.solution.weight == *answer.free_weight);
  }
  request.top = 2;
  CHECK_THROWS_AS(find_nested(graph, request), InvalidArgument);
  request.top.reset();
  request.connected = true;
  CHECK_THROWS_AS(find_nested(graph, request), InvalidArgument);
  request.connected = false;
  request.method = "peeling";
  CHECK_THROWS_WITH(find_nested(graph, request), Catch::Contains("nested sets"));
}
