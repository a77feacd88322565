#include "least_squares/dense_oracle.hpp"
#include "least_squares/methods/cosamp.hpp"
#include "least_squares/recovery.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

TEST_CASE("cosamp recovers an exactly sparse x") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const test::Recoverable data = test::recoverable_instance(60, 100, 5, seed);
    RunContext run({.threads = 1});
    CHECK(test::recovers(cosamp(test::make_problem(data.instance, {ConstraintKind::sparse_c, 5}), {}, run),
                         data.x));
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
  const Solution solution = cosamp(problem, {.max_rounds = 1}, run);
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
    const double value = cosamp(problem, {.max_rounds = rounds}, run).objective;
    CHECK(value <= best + 1e-12);
    best = value;
  }
}
