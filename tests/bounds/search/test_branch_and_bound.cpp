#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/proof_data.hpp"
#include "bounds/checked_tree.hpp"
#include "bounds/random_problem.hpp"
#include "bounds/search/branch_and_bound.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

// Checks of trees of small problems: every set against the proof that covers it.

namespace lode::test {
namespace {

/// The vertices chosen and left at a node of the tree.
struct TreeVertices {
  std::vector<std::size_t> chosen;
  std::vector<std::size_t> left;
};

std::map<std::size_t, TreeVertices> vertices_of_nodes(const subgraph::detail::SdpSearchTree& tree,
                                                      std::size_t n) {
  std::map<std::size_t, TreeVertices> all;
  all[0].left.resize(n);
  std::iota(all[0].left.begin(), all[0].left.end(), std::size_t{0});
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    REQUIRE(all.count(i) == 1);
    const subgraph::detail::SdpSearchTree::Node& node = tree.nodes[i];
    if (node.state != subgraph::detail::SdpNodeState::branched) continue;
    TreeVertices child = all[i];
    const auto place = std::find(child.left.begin(), child.left.end(), node.vertex);
    REQUIRE(place != child.left.end());
    child.left.erase(place);
    REQUIRE(node.included > i);
    REQUIRE(node.excluded > i);
    all[node.excluded] = child;
    child.chosen.push_back(node.vertex);
    all[node.included] = child;
  }
  return all;
}

double product_with_cut(const subgraph::detail::SdpCut& cut, const std::vector<double>& x) {
  const double i = x[cut.i];
  const double j = x[cut.j];
  const double l = x[cut.l];
  switch (cut.kind) {
    case subgraph::detail::SdpCutKind::within:
      return i * j - i;
    case subgraph::detail::SdpCutKind::cover:
      return i + j - i * j - 1.0;
    case subgraph::detail::SdpCutKind::meeting:
      return i * l + j * l - l - i * j;
    case subgraph::detail::SdpCutKind::triangle:
      return i + j + l - i * j - i * l - j * l - 1.0;
  }
  return HUGE_VAL;
}

/// B of the statement less what the set of 0/1 vector x leaves unused, by z'Pz itself instead of its largest
/// eigenvalue: an upper bound of the set's value up to rounding, equal to it by the identities.
double value_through_multipliers(const subgraph::detail::DenseProblem& problem,
                                 const subgraph::detail::SdpNodeProof& proof, const std::vector<double>& x) {
  const std::size_t n = problem.n;
  const double k = static_cast<double>(problem.s);
  const double t = proof.shift;
  std::vector<double> m(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      m[i * n + j] = i == j ? problem.linear[i] + proof.rows[i] * (1.0 - k)
                            : 0.5 * (problem.weight(i, j) + proof.rows[i] + proof.rows[j]);
    }
  }
  double constant = problem.base;
  double unused = 0.0;
  for (const subgraph::detail::SdpPair& pair : proof.pairs) {
    CHECK(pair.multiplier > 0.0);
    m[pair.i * n + pair.j] += pair.multiplier;
    m[pair.j * n + pair.i] += pair.multiplier;
    unused += 2.0 * pair.multiplier * x[pair.i] * x[pair.j];
  }
  for (const subgraph::detail::SdpCut& cut : proof.cuts) {
    CHECK(cut.multiplier > 0.0);
    const auto take = [&](std::size_t i, std::size_t j, double coefficient) {
      m[i * n + j] -= 0.5 * cut.multiplier * coefficient;
      m[j * n + i] -= 0.5 * cut.multiplier * coefficient;
    };
    const bool triple = cut.kind == subgraph::detail::SdpCutKind::meeting ||
                        cut.kind == subgraph::detail::SdpCutKind::triangle;
    switch (cut.kind) {
      case subgraph::detail::SdpCutKind::within:
        take(cut.i, cut.i, -1.0);
        take(cut.i, cut.j, 1.0);
        break;
      case subgraph::detail::SdpCutKind::meeting:
        take(cut.i, cut.l, 1.0);
        take(cut.j, cut.l, 1.0);
        take(cut.l, cut.l, -1.0);
        take(cut.i, cut.j, -1.0);
        break;
      default:
        constant += cut.multiplier;
        take(cut.i, cut.i, 1.0);
        take(cut.j, cut.j, 1.0);
        take(cut.i, cut.j, -1.0);
        if (triple) {
          take(cut.l, cut.l, 1.0);
          take(cut.i, cut.l, -1.0);
          take(cut.j, cut.l, -1.0);
        }
    }
    unused -= cut.multiplier * product_with_cut(cut, x);
  }
  double sum = 0.0;
  double square = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double row = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      row += m[i * n + j];
      square += (x[i] - t) * m[i * n + j] * (x[j] - t);
    }
    square += 2.0 * t / (1.0 - 2.0 * t) * row * (x[i] - t) * (x[i] - t);
    sum += row;
  }
  constant -= t * t * sum / (1.0 - 2.0 * t);
  CHECK(square <= proof.eigenvalue * (k * (1.0 - 2.0 * t) + t * t * static_cast<double>(n)) + 1e-7);
  return constant + square - unused;
}

/// Checks that the leaves cover every set, that the proofs hold for their sets, and that the tree shows
/// `bound` to who checks it.
void check_tree(const subgraph::detail::DenseProblem& root, const subgraph::detail::SdpSearchTree& tree,
                double bound) {
  const std::map<std::size_t, TreeVertices> places = vertices_of_nodes(tree, root.n);
  REQUIRE(places.size() == tree.nodes.size());
  std::size_t covered = 0;
  for (const auto& [index, at] : places) {
    const subgraph::detail::SdpSearchTree::Node& node = tree.nodes[index];
    if (node.state == subgraph::detail::SdpNodeState::branched) continue;
    const std::size_t size = root.s - std::min<std::size_t>(root.s, at.chosen.size());
    if (at.chosen.size() <= root.s) {
      for_each_subset(at.left.size(), size, [&](const std::vector<std::size_t>&) { ++covered; });
    }
    if (node.state != subgraph::detail::SdpNodeState::proof) continue;
    const subgraph::detail::SdpNodeProof& proof = tree.proofs.at(node.proof);
    const TreeVertices& where = places.at(proof.node);
    const subgraph::detail::DenseProblem problem = subgraph::detail::part_of(root, where.left, where.chosen);
    for_each_subset(problem.n, problem.s, [&](const std::vector<std::size_t>& set) {
      std::vector<double> x(problem.n, 0.0);
      for (const std::size_t v : set) x[v] = 1.0;
      const double value = subgraph::detail::value_of(problem, set);
      CHECK(value_through_multipliers(problem, proof, x) == Approx(value).margin(1e-8));
    });
  }
  std::size_t all = 0;
  for_each_subset(root.n, root.s, [&](const std::vector<std::size_t>&) { ++all; });
  CHECK(covered == all);
  CHECK(test::checked_tree(root, tree) <= bound);
}

}  // namespace
}  // namespace lode::test

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

TEST_CASE("a search that is left and gone on with does what one call does", "[slow]") {
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
