#include <lode/least_squares/registry.hpp>

#include "least_squares/dense_oracle.hpp"
#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

Solution on_identity(const std::vector<double>& b, Index s) {
  std::vector<Matrix::Entry> entries;
  for (std::uint32_t i = 0; i < b.size(); ++i) entries.push_back({i, i, 1.0});
  const auto instance = std::make_shared<Instance>(Matrix::sparse(b.size(), b.size(), std::move(entries)), b);
  return solve("romp", test::make_problem(instance, {ConstraintKind::sparse_c, s}), {},
               RunContext({.threads = 1}));
}

}  // namespace

TEST_CASE("romp recovers an exactly sparse x") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const test::Recoverable data = test::recoverable_instance(200, 100, 5, seed);
    RunContext run({.threads = 1});
    CHECK(test::recovers(
        solve("romp", test::make_problem(data.instance, {ConstraintKind::sparse_c, 5}), {}, run), data.x));
  }
}

TEST_CASE("romp adds the comparable run of largest energy, then prunes") {
  // The run {9} has energy 81, {4, 4, 4, 3, 3, 2} (4 <= 2 * 2) has 70: 9 comes first, then the six, and 4
  // of the seven are kept.
  const Solution solution = on_identity({2, 4, 3, 9, 4, 3, 4}, 4);
  CHECK(solution.support == std::vector<Index>{1, 3, 4, 6});
  // Within J = {9, 4, 4}: first 9, then of {4, 4, 4} all: four, pruned to three by size, then by number.
  CHECK(on_identity({2, 4, 3, 9, 4, 3, 4}, 3).support == std::vector<Index>{1, 3, 4});
  // Twice is still comparable: {4, 2, 2} in one round.
  const Solution one_round = on_identity({4, 2, 2, 1}, 3);
  CHECK(one_round.support == std::vector<Index>{0, 1, 2});
  CHECK(one_round.iterations == 1);
  // b is fitted before s columns are found.
  CHECK(on_identity({1, 0, 0}, 3).support == std::vector<Index>{0});
}

namespace {

std::vector<Eigen::Index> top(const Eigen::VectorXd& values, std::size_t count) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Eigen::Index>(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index i, Eigen::Index j) { return std::abs(values[i]) > std::abs(values[j]); });
  order.resize(count);
  return order;
}

/// Subspace pursuit written down from the paper, with a Householder fit each time.
double textbook_ssp(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, std::size_t s) {
  std::vector<Eigen::Index> support = top(a.transpose() * b, s);
  double value = test::fit_value(a, b, support);
  while (true) {
    std::vector<Eigen::Index> merged = support;
    for (const Eigen::Index j : top(a.transpose() * test::fit_residual(a, b, support), s)) {
      if (std::find(merged.begin(), merged.end(), j) == merged.end()) merged.push_back(j);
    }
    std::sort(merged.begin(), merged.end());
    const Eigen::VectorXd x = Eigen::MatrixXd(a(Eigen::all, merged)).householderQr().solve(b);
    std::vector<Eigen::Index> next;
    for (const Eigen::Index place : top(x, s)) next.push_back(merged[static_cast<std::size_t>(place)]);
    const double next_value = test::fit_value(a, b, next);
    if (next_value >= value) return value;
    support = next;
    value = next_value;
  }
}

}  // namespace

TEST_CASE("ssp agrees with a textbook implementation") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto instance = test::normal_instance(30, 60, seed);
    RunContext run({.threads = 1});
    const Solution solution =
        solve("ssp", test::make_problem(instance, {ConstraintKind::sparse_c, 7}), {}, run);
    CHECK(solution.objective ==
          Approx(textbook_ssp(test::dense_matrix(*instance), test::right_side(*instance), 7)).epsilon(1e-12));
  }
}

TEST_CASE("ssp recovers an exactly sparse x, and copes with more columns than rows") {
  const test::Recoverable data = test::recoverable_instance(60, 100, 5, 2);
  RunContext run({.threads = 1});
  CHECK(test::recovers(
      solve("ssp", test::make_problem(data.instance, {ConstraintKind::sparse_c, 5}), {}, run), data.x));
  const auto wide = test::normal_instance(6, 30, 2);
  const Solution all = solve("ssp", test::make_problem(wide, {ConstraintKind::sparse_c, 20}), {}, run);
  CHECK(all.objective < 1e-18);
}

TEST_CASE("cosamp recovers an exactly sparse x") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const test::Recoverable data = test::recoverable_instance(60, 100, 5, seed);
    RunContext run({.threads = 1});
    CHECK(test::recovers(
        solve("cosamp", test::make_problem(data.instance, {ConstraintKind::sparse_c, 5}), {}, run), data.x));
  }
}

TEST_CASE("the first round of cosamp keeps the s largest values of a fit by 2s columns") {
  const auto instance = test::normal_instance(30, 60, 4);
  const Eigen::MatrixXd a = test::dense_matrix(*instance);
  const Eigen::VectorXd b = test::right_side(*instance);
  const Eigen::VectorXd correlations = a.transpose() * b;
  std::vector<Eigen::Index> order(60);
  for (std::size_t i = 0; i < 60; ++i) order[i] = static_cast<Eigen::Index>(i);
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index i, Eigen::Index j) {
    return std::abs(correlations[i]) > std::abs(correlations[j]);
  });
  order.resize(10);
  const Eigen::VectorXd fit = Eigen::MatrixXd(a(Eigen::all, order)).householderQr().solve(b);
  std::vector<double> x(60, 0.0);
  for (std::size_t i = 0; i < 10; ++i) {
    x[static_cast<std::size_t>(order[i])] = fit[static_cast<Eigen::Index>(i)];
  }
  Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, 5});
  problem.refit = false;
  RunContext run({.threads = 1});
  const Solution solution = solve("cosamp", problem, {{"max-rounds", "1"}}, run);
  const std::vector<double> expected = project(problem.constraint, x);
  const std::vector<double> found = test::full(solution, 60);
  for (std::size_t i = 0; i < 60; ++i) CHECK(found[i] == Approx(expected[i]).margin(1e-10));
}

TEST_CASE("cosamp returns its best round") {
  const auto instance = test::normal_instance(20, 60, 6);
  Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, 8});
  problem.refit = false;
  RunContext run({.threads = 1});
  double best = instance->half_norm_b();
  for (std::uint64_t rounds = 1; rounds <= 12; ++rounds) {
    const double value = solve("cosamp", problem, {{"max-rounds", std::to_string(rounds)}}, run).objective;
    CHECK(value <= best + 1e-12);
    best = value;
  }
}

TEST_CASE("gp agrees with a textbook implementation") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto instance = test::normal_instance(25, 50, seed);
    const Eigen::MatrixXd a = test::dense_matrix(*instance);
    const Eigen::VectorXd b = test::right_side(*instance);
    const std::size_t s = 7;
    Eigen::VectorXd x = Eigen::VectorXd::Zero(50);
    std::vector<Eigen::Index> support;
    for (std::size_t round = 0; round < 10 * s; ++round) {
      const Eigen::VectorXd correlations = a.transpose() * (b - a * x);
      Eigen::Index chosen = 0;
      correlations.cwiseAbs().maxCoeff(&chosen);
      if (std::find(support.begin(), support.end(), chosen) == support.end()) {
        if (support.size() == s) break;
        support.push_back(chosen);
      }
      Eigen::VectorXd direction = Eigen::VectorXd::Zero(50);
      for (const Eigen::Index i : support) direction[i] = correlations[i];
      const Eigen::VectorXd image = a * direction;
      x += (b - a * x).dot(image) / image.squaredNorm() * direction;
    }
    Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, s});
    problem.refit = false;
    RunContext run({.threads = 1});
    const Solution solution = solve("gp", problem, {}, run);
    CHECK(solution.objective == Approx(0.5 * (b - a * x).squaredNorm()).epsilon(1e-10));
    CHECK(solution.support.size() == support.size());
  }
}

TEST_CASE("gp finds the support of an exactly sparse x") {
  const test::Recoverable data = test::recoverable_instance(60, 100, 4, 3);
  RunContext run({.threads = 1});
  CHECK(test::recovers(solve("gp", test::make_problem(data.instance, {ConstraintKind::sparse_c, 4}), {}, run),
                       data.x));
}
