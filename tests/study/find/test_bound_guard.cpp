#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

#include "study/find/answer_bounds.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using lode::detail::BoundGuard;

TEST_CASE("a bound below a set that a search finds is a fault of lode, and the answer is kept") {
  const Graph graph = test::random_graph(8, 0.7, 3, test::TestWeights::real);
  const double heaviest = test::brute_force_densest(graph, 4);
  for (const bool is_true : {true, false}) {
    BoundGuard guard;
    subgraph::Problem problem;
    problem.graph = graph;
    problem.s = 4;
    int searches = 0;
    const subgraph::Solution found = guard.search([&] {
      ++searches;
      problem.upper_bound = guard.holds() ? heaviest * (is_true ? 1.0 : 0.4) : 1e9;
      return subgraph::solve("hybrid", problem, {}, RunContext());
    });
    CHECK(found.weight == Approx(heaviest));
    CHECK(guard.holds() == is_true);
    CHECK(searches == (is_true ? 1 : 2));
    if (is_true) continue;
    CHECK(guard.defect().find("internal error") == 0);
    CHECK(guard.defect().find("below the weight of a set") != std::string::npos);
    // Nothing is told to later searches, which run once.
    guard.search([&] { return ++searches; });
    CHECK(searches == 3);
  }
}

TEST_CASE("bounds are compared with answers by the tolerance of their sums") {
  BoundGuard guard;
  guard.compare({"degree", 3, 7.0}, 7.0, Sums::exact);
  guard.compare({"degree", 3, 7.0}, 7.0 * (1.0 + 1e-12), Sums::rounded);
  CHECK(guard.holds());
  guard.compare({"degree", 3, 7.0}, 8.0, Sums::exact);
  CHECK(guard.defect().find("7 by rule degree") != std::string::npos);
  const std::string first = guard.defect();
  guard.compare({"lp", 4, 7.0}, 9.0, Sums::exact);
  CHECK(guard.defect() == first);
}

TEST_CASE("other faults of a search pass through the guard") {
  BoundGuard guard;
  CHECK_THROWS_AS(guard.search([]() -> int { throw InvalidArgument("upper bound", "NaN", "is no number"); }),
                  InvalidArgument);
  CHECK(guard.holds());
}
