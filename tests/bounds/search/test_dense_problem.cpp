#include <algorithm>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/random_problem.hpp"
#include "bounds/search/lifted_dual.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

TEST_CASE("what is left of a problem gives sets the values that they have in the whole") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const bool integral = seed % 2 == 0;
    const subgraph::detail::DenseProblem root = test::random_problem(9, 4, seed, integral);
    const std::vector<std::size_t> left = {0, 2, 3, 5, 7, 8};
    for (const std::vector<std::size_t>& chosen : {std::vector<std::size_t>{}, {6}, {6, 1}, {4, 1, 6}}) {
      const subgraph::detail::DenseProblem part = subgraph::detail::part_of(root, left, chosen);
      REQUIRE(part.n == left.size());
      REQUIRE(part.s == 4 - chosen.size());
      CHECK(part.integral == integral);
      test::for_each_subset(part.n, part.s, [&](const std::vector<std::size_t>& set) {
        std::vector<std::size_t> same = chosen;
        for (const std::size_t at : set) same.push_back(left[at]);
        const double whole = subgraph::detail::value_of(root, same);
        CHECK(subgraph::detail::value_of(part, set) == Approx(whole).margin(integral ? 0.0 : 1e-12));
      });
    }
  }
}

TEST_CASE("a graph's dense problem weighs sets as the graph does") {
  const Graph graph = test::random_graph(10, 0.5, 3, test::TestWeights::integral);
  const subgraph::detail::DenseProblem problem = subgraph::detail::dense_problem(graph, 4);
  CHECK(problem.integral);
  CHECK(test::best_value(problem) == test::brute_force_densest(graph, 4));
  CHECK(test::best_value(subgraph::detail::dense_problem(graph, 10)) == graph.total_weight());
}

TEST_CASE("looking at the few sets there are finds the best one") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (const Vertex s : {Vertex{0}, Vertex{1}, Vertex{6}, Vertex{7}}) {
      const subgraph::detail::DenseProblem problem = test::random_problem(7, s, seed, seed % 2 == 0);
      const subgraph::detail::ValuedSet best = subgraph::detail::best_of_few(problem);
      REQUIRE(best.vertices.size() == s);
      CHECK(best.value == subgraph::detail::value_of(problem, best.vertices));
      CHECK(best.value == Approx(test::best_value(problem)).epsilon(1e-12));
    }
  }
}

TEST_CASE("an improved set has no exchange that gains") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const subgraph::detail::DenseProblem problem =
        test::random_problem(11, 2 + seed % 8, seed, seed % 2 == 0);
    std::vector<double> scores(problem.n);
    for (std::size_t i = 0; i < problem.n; ++i) scores[i] = Rng(seed).normal_at(i);
    const subgraph::detail::ValuedSet set = subgraph::detail::improved_set(problem, scores, 100);
    REQUIRE(set.vertices.size() == problem.s);
    CHECK(set.value == subgraph::detail::value_of(problem, set.vertices));
    for (std::size_t at = 0; at < set.vertices.size(); ++at) {
      for (std::size_t v = 0; v < problem.n; ++v) {
        std::vector<std::size_t> other = set.vertices;
        if (std::find(other.begin(), other.end(), v) != other.end()) continue;
        other[at] = v;
        CHECK(subgraph::detail::value_of(problem, other) <= set.value + 1e-9);
      }
    }
  }
}
