#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/random_problem.hpp"
#include "bounds/search/branch_and_bound.hpp"
#include "bounds/search/search_tree_check.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

subgraph::detail::SdpSearchResult search_with(const subgraph::detail::DenseProblem& problem, double incumbent,
                                              const subgraph::detail::SdpSearchOptions& options = {},
                                              int threads = 1, std::uint64_t evaluations = 0) {
  const RunContext run(RunOptions{.threads = threads});
  return subgraph::detail::SdpSearch(problem, options).advance(incumbent, evaluations, run);
}

}  // namespace

TEST_CASE("the search with semidefinite bounds finds the optimum and proves it") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const std::size_t n = 6 + seed % 6;
    const Vertex s = static_cast<Vertex>(1 + (seed * 5) % (n - 1));
    const bool integral = seed % 3 != 0;
    const subgraph::detail::DenseProblem problem = test::random_problem(n, s, seed, integral);
    const double best = test::best_value(problem);
    CAPTURE(seed, n, s, integral);
    for (const double incumbent : {best, best - 1.0, best - 30.0}) {
      const subgraph::detail::SdpSearchResult result = search_with(problem, incumbent, {.certificate = true});
      CHECK(result.proven);
      CHECK(result.open == 0);
      CHECK(result.stop_reason == StopReason::optimal);
      CHECK(result.upper_bound >= best);
      CHECK(result.value == Approx(best).epsilon(1e-9));
      CHECK(result.upper_bound == Approx(best).epsilon(2e-9).margin(1e-12));
      if (incumbent < best - 0.5) {
        REQUIRE(result.better.size() == s);
        CHECK(std::is_sorted(result.better.begin(), result.better.end()));
        CHECK(subgraph::detail::value_of(problem, result.better) == Approx(result.value).epsilon(1e-12));
      } else {
        CHECK(result.value >= incumbent);
      }
      test::check_tree(problem, *result.tree, result.upper_bound);
    }
  }
}

TEST_CASE("bounds of searches that are given up are never below the best set") {
  std::size_t given_up = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const std::size_t n = 5 + seed % 10;
    const Vertex s = static_cast<Vertex>(2 + seed % (n - 3));
    const subgraph::detail::DenseProblem problem = test::random_problem(n, s, 100 + seed, seed % 2 == 0);
    const double best = test::best_value(problem);
    CAPTURE(seed, n, s);
    for (const double incumbent : {best - 100.0, best}) {
      const subgraph::detail::SdpSearchResult result =
          search_with(problem, incumbent, {.certificate = true}, 1, 1 + 20 * (seed % 4));
      given_up += result.proven ? 0 : 1;
      CHECK(result.upper_bound >= best);
      CHECK(std::isfinite(result.upper_bound));
      test::check_tree(problem, *result.tree, result.upper_bound);
    }
  }
  CHECK(given_up > 5);
}

TEST_CASE("a search has the same course for any number of threads and with little memory the same answer") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const subgraph::detail::DenseProblem problem = subgraph::detail::dense_problem(
        test::random_graph(34, 0.5, seed, test::TestWeights::integral, 3.0), 9);
    const subgraph::detail::SdpSearchResult one = search_with(problem, 0.0, {.certificate = true});
    REQUIRE(one.proven);
    for (const int threads : {2, 3}) {
      const subgraph::detail::SdpSearchResult more =
          search_with(problem, 0.0, {.certificate = true}, threads);
      CHECK(more.nodes == one.nodes);
      CHECK(more.evaluations == one.evaluations);
      CHECK(more.better == one.better);
      CHECK(more.upper_bound == one.upper_bound);
      CHECK(more.tree->nodes.size() == one.tree->nodes.size());
      REQUIRE(more.tree->proofs.size() == one.tree->proofs.size());
      for (std::size_t p = 0; p < one.tree->proofs.size(); ++p) {
        CHECK(more.tree->proofs[p].eigenvalue == one.tree->proofs[p].eigenvalue);
        CHECK(more.tree->proofs[p].rows == one.tree->proofs[p].rows);
      }
    }
    const subgraph::detail::SdpSearchResult narrow = search_with(problem, 0.0, {.max_memory = 1});
    CHECK(narrow.proven);
    CHECK(narrow.value == one.value);
  }
}

TEST_CASE("a search that is stopped has a valid bound and a tree for it") {
  const subgraph::detail::DenseProblem problem = test::random_problem(13, 5, 77, false);
  const double best = test::best_value(problem);
  std::size_t stopped = 0;
  for (std::uint64_t readings = 1; readings <= 400; readings += 17) {
    const test::FakeClock clock(1.0);
    const RunContext run(
        RunOptions{.threads = 1, .time_limit = static_cast<double>(readings), .clock = &clock});
    const subgraph::detail::SdpSearchResult result =
        subgraph::detail::SdpSearch(problem, {.certificate = true}).advance(best - 20.0, 0, run);
    CHECK(result.upper_bound >= best);
    CHECK((result.tree != nullptr) == std::isfinite(result.upper_bound));
    if (result.tree) test::check_tree(problem, *result.tree, result.upper_bound);
    if (result.proven) continue;
    ++stopped;
    CHECK(result.stop_reason == StopReason::deadline);
    CHECK(result.open > 0);
  }
  CHECK(stopped > 5);
  for (const std::uint64_t nodes : {1u, 2u, 3u}) {
    const subgraph::detail::SdpSearchResult result =
        search_with(problem, best - 20.0, {.max_nodes = nodes, .certificate = true});
    CHECK(result.upper_bound >= best);
    CHECK(result.nodes <= nodes);
    test::check_tree(problem, *result.tree, result.upper_bound);
  }
  std::atomic<bool> cancel{true};
  const RunContext cancelled(RunOptions{.cancel = &cancel});
  const subgraph::detail::SdpSearchResult none =
      subgraph::detail::SdpSearch(problem, {}).advance(best, 0, cancelled);
  CHECK(none.upper_bound >= best);
  CHECK(none.stop_reason == StopReason::interrupted);
  CHECK(none.evaluations == 0);
}

TEST_CASE("a search that is left and gone on with does what one call does") {
  for (const std::uint64_t seed : {3u, 7u, 8u}) {
    const subgraph::detail::DenseProblem problem = test::random_problem(15, 6, seed, seed == 8);
    const double best = test::best_value(problem);
    const RunContext run(RunOptions{.threads = 1});
    const double incumbent = best - 30.0;
    const subgraph::detail::SdpSearchOptions options = {.certificate = true};
    const subgraph::detail::SdpSearchResult whole = search_with(problem, incumbent, options);
    REQUIRE(whole.proven);
    CAPTURE(seed);

    // Calls that the clock ends, most of them in the middle of a batch.
    subgraph::detail::SdpSearch search(problem, options);
    subgraph::detail::SdpSearchResult part;
    double before = HUGE_VAL;
    int calls = 0;
    double readings = 8.0;
    for (; calls < 60 && !part.proven; ++calls, readings *= 1.3) {
      const test::FakeClock clock(1.0);
      const RunContext brief(RunOptions{.threads = 1, .time_limit = readings, .clock = &clock});
      part = search.advance(incumbent, 0, brief);
      CHECK(part.upper_bound >= best);
      CHECK(part.upper_bound <= before);
      if (part.tree) test::check_tree(problem, *part.tree, part.upper_bound);
      CHECK(part.proven == (part.stop_reason == StopReason::optimal));
      before = part.upper_bound;
    }
    CHECK(calls > 3);
    CHECK(part.proven);
    CHECK(part.value == whole.value);
    CHECK(part.upper_bound == Approx(whole.upper_bound).epsilon(1e-9));

    // An answer from elsewhere: the search goes on with it.
    subgraph::detail::SdpSearch told(problem, options);
    const subgraph::detail::SdpSearchResult first = told.advance(incumbent, 1, run);
    const subgraph::detail::SdpSearchResult last = told.advance(best, 0, run);
    CHECK(first.evaluations < last.evaluations);
    CHECK(last.proven);
    CHECK(last.upper_bound >= best);
    CHECK(last.upper_bound <= best + 1e-9 * std::abs(best));
    CHECK(last.evaluations <= first.evaluations + whole.evaluations);
    test::check_tree(problem, *last.tree, last.upper_bound);
  }
}

TEST_CASE("extreme sizes, equal weights and no weights at all") {
  for (const Vertex s : {Vertex{0}, Vertex{1}, Vertex{2}, Vertex{6}, Vertex{7}, Vertex{8}}) {
    subgraph::detail::DenseProblem problem;
    problem.n = 8;
    problem.s = s;
    problem.integral = true;
    problem.linear.assign(8, 0.0);
    for (const double weight : {0.0, 1.0, -2.0}) {
      problem.weights.assign(64, weight);
      for (std::size_t i = 0; i < 8; ++i) problem.weights[i * 9] = 0.0;
      const double best = weight * s * (s - 1.0) / 2.0;
      for (const double incumbent : {best, best - 1.0}) {
        const subgraph::detail::SdpSearchResult result =
            search_with(problem, incumbent, {.certificate = true});
        CAPTURE(s, weight, incumbent);
        CHECK(result.proven);
        CHECK(result.upper_bound == best);
        test::check_tree(problem, *result.tree, best);
      }
    }
  }
}
