#include "least_squares/dense_oracle.hpp"
#include "least_squares/methods/gp.hpp"
#include "least_squares/recovery.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

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
    const Solution solution = gp(problem, run);
    CHECK(solution.objective == Approx(0.5 * (b - a * x).squaredNorm()).epsilon(1e-10));
    CHECK(solution.support.size() == support.size());
  }
}

TEST_CASE("gp finds the support of an exactly sparse x") {
  const test::Recoverable data = test::recoverable_instance(60, 100, 4, 3);
  RunContext run({.threads = 1});
  CHECK(test::recovers(gp(test::make_problem(data.instance, {ConstraintKind::sparse_c, 4}), run), data.x));
}
