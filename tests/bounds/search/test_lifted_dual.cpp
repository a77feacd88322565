#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/checked_tree.hpp"
#include "bounds/random_problem.hpp"
#include "bounds/search/lifted_dual.hpp"
#include "support/catch.hpp"

using namespace lode;
using subgraph::detail::SdpCut;
using subgraph::detail::SdpCutKind;

namespace {

const RunContext unlimited;

std::vector<SdpCut> one_cut_of_each_kind() {
  return {{SdpCutKind::within, 1, 4, 0, 0.0},
          {SdpCutKind::cover, 0, 3, 0, 0.0},
          {SdpCutKind::meeting, 2, 5, 1, 0.0},
          {SdpCutKind::triangle, 0, 2, 6, 0.0}};
}

std::vector<double> random_multipliers(std::size_t size, std::size_t free, std::uint64_t seed) {
  const Rng rng(seed);
  std::vector<double> y(size);
  for (std::size_t i = 0; i < size; ++i)
    y[i] = i < free ? rng.normal_at(i) : std::abs(0.3 * rng.normal_at(i));
  return y;
}

/// X = xx' of a set.
std::vector<double> square_of(const std::vector<std::size_t>& set, std::size_t n) {
  std::vector<double> x(n * n, 0.0);
  for (const std::size_t i : set) {
    for (const std::size_t j : set) x[i * n + j] = 1.0;
  }
  return x;
}

double violation_of(const SdpCut& cut, const std::vector<double>& x, std::size_t n) {
  double left = 0.0;
  subgraph::detail::over_terms(
      cut, [&](std::size_t i, std::size_t j, double coefficient) { left += coefficient * x[i * n + j]; });
  return left - subgraph::detail::terms_of(cut.kind).right_side;
}

}  // namespace

TEST_CASE("every point of the lifted dual bounds every set, and lies above the dual function") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const subgraph::detail::DenseProblem problem =
        test::random_problem(8, static_cast<Vertex>(2 + seed % 5), seed, false);
    subgraph::detail::LiftedDual dual(problem, 0.5, unlimited);
    dual.cuts = one_cut_of_each_kind();
    const std::vector<double> y = random_multipliers(dual.first_cut() + dual.cuts.size(), 8, seed);
    REQUIRE(dual.evaluate(y));
    const double value = dual.value();
    const double best = test::best_value(problem);
    const std::optional<double> bound = dual.estimated_bound();
    REQUIRE(bound);
    CHECK(*bound >= best - 1e-9);
    CHECK(*bound >= value - 1e-9);
    // What is proven is hardly more, and no less is.
    const std::optional<double> proven = dual.prove(y, *bound + 1e-6, 0.0);
    REQUIRE(proven);
    CHECK(*proven >= best);
    CHECK(*proven == Approx(*bound + 1e-6).epsilon(1e-9));
    CHECK_FALSE(dual.prove(y, *bound - 1e-6, 0.0));
    const subgraph::detail::SdpNodeProof proof = dual.multipliers_at(y);
    subgraph::detail::LiftedDual again(problem, 0.5, unlimited);
    const std::vector<double> same = again.point_of(proof);
    REQUIRE(same.size() == y.size());
    for (std::size_t i = 0; i < y.size(); ++i) CHECK(same[i] == Approx(y[i]).epsilon(1e-12));
  }
}

TEST_CASE("a check of a dual point's proof proves no more than it says") {
  using Tree = subgraph::detail::SdpSearchTree;
  subgraph::detail::DenseProblem problem;
  problem.n = 40;
  problem.s = 3;
  // One vertex that stands alone, and weights that only lower sets.
  for (const double weight : {0.0, -1.0}) {
    problem.weights.assign(problem.n * problem.n, weight);
    for (std::size_t i = 0; i < problem.n; ++i) problem.weights[i * problem.n + i] = 0.0;
    problem.linear.assign(problem.n, 0.0);
    problem.linear[7] = weight == 0.0 ? 1.0 : 0.0;
    subgraph::detail::LiftedDual dual(problem, 0.5, unlimited);
    const std::vector<double> y(dual.first_cut(), 0.0);
    REQUIRE(dual.evaluate(y));
    const std::optional<double> bound = dual.estimated_bound();
    REQUIRE(bound);
    int proven = 0;
    int refused = 0;
    double room = 0x1p-56;  // rounding decides at first
    for (int step = 0; step < 44; ++step, room *= 1.5) {
      const std::optional<double> value = dual.prove(y, *bound + room * dual.kappa(), 0.0);
      ++(value ? proven : refused);
      if (!value) continue;
      Tree tree;
      tree.proofs = {dual.multipliers_at(y)};
      tree.nodes = {{subgraph::detail::SdpNodeState::proof, Tree::none, Tree::none, Tree::none, 0}};
      INFO("weight " << weight << ", room " << room);
      CHECK(test::checked_tree(problem, tree) <= *value);
    }
    CHECK(proven > 10);
    CHECK(refused > 10);
  }
}

TEST_CASE("cuts hold for every set, and the most violated ones are found") {
  const std::size_t n = 7;
  const Rng rng(3);
  std::vector<double> x(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) x[i * n + j] = x[j * n + i] = rng.uniform_at(i * n + j);
  }
  const auto all = subgraph::detail::violated_cuts(x, n, {}, 100000, -10.0, unlimited);
  REQUIRE(all);
  REQUIRE(all->size() == n * (n - 1) + n * (n - 1) / 2 + 4 * n * (n - 1) * (n - 2) / 6);
  std::set<std::tuple<SdpCutKind, std::uint32_t, std::uint32_t, std::uint32_t>> different;
  for (const SdpCut& cut : *all) {
    different.emplace(cut.kind, cut.i, cut.j, cut.l);
    for (std::size_t size = 0; size <= n; ++size) {
      test::for_each_subset(n, size, [&](const std::vector<std::size_t>& set) {
        CHECK(violation_of(cut, square_of(set, n), n) <= 0.0);
      });
    }
  }
  CHECK(different.size() == all->size());
  CHECK(std::is_sorted(all->begin(), all->end(), [&](const SdpCut& a, const SdpCut& b) {
    return violation_of(a, x, n) > violation_of(b, x, n) + 1e-12;
  }));
  const auto few = subgraph::detail::violated_cuts(x, n, {}, 5, 0.01, unlimited);
  REQUIRE(few->size() == 5);
  for (std::size_t c = 0; c < 5; ++c) {
    CHECK((*few)[c].multiplier == 0.0);
    CHECK(violation_of((*few)[c], x, n) == Approx(violation_of((*all)[c], x, n)));
  }
  const auto next = subgraph::detail::violated_cuts(x, n, *few, 5, 0.01, unlimited);
  CHECK(violation_of(next->front(), x, n) == Approx(violation_of((*all)[5], x, n)));
  const std::atomic<bool> cancel{true};
  CHECK_FALSE(subgraph::detail::violated_cuts(x, n, {}, 5, 0.01, RunContext({.cancel = &cancel})));
}
