#include <cmath>

#include <lode/core/error.hpp>

#include "least_squares/dense_oracle.hpp"
#include "least_squares/methods/qpm.hpp"
#include "least_squares/methods/shifted_normal_solver.hpp"
#include "least_squares/recovery.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

TEST_CASE("the shifted normal equations are solved from the smaller side") {
  for (const auto& [m, n] : {std::pair{7u, 20u}, {20u, 7u}, {9u, 9u}, {80u, 150u}}) {
    const auto instance = test::normal_instance(m, n, 3);
    const Eigen::MatrixXd a = test::dense_matrix(*instance);
    least_squares::detail::ShiftedNormalSolver solver(*instance);
    REQUIRE(solver.prepare(RunContext()));
    const std::vector<double> right = test::normals(n, 1, 8);
    for (const double rho : {0.01, 3.0}) {
      REQUIRE(solver.factor(rho, RunContext()));
      const std::vector<double> x = solver.solve(right);
      const Eigen::Map<const Eigen::VectorXd> found(x.data(), a.cols());
      const Eigen::VectorXd product = a.transpose() * (a * found) + rho * found;
      for (std::size_t i = 0; i < n; ++i) {
        CHECK(product[static_cast<Eigen::Index>(i)] == Approx(right[i]).margin(1e-9));
      }
    }
  }
}

TEST_CASE("qpm recovers an exactly sparse x of few columns") {
  const test::Recoverable data = test::recoverable_instance(80, 40, 3, 1);
  RunContext run({.threads = 1});
  const Solution solution = qpm(test::make_problem(data.instance, {ConstraintKind::sparse_c, 3}), {}, run);
  CHECK(test::recovers(solution, data.x));
  CHECK(solution.stop_reason == StopReason::converged);
}

TEST_CASE("qpm thresholds exactly when the columns are orthonormal") {
  // F separates: a coordinate is kept if b_i^2 > 2 lambda, clipped to the box.
  const std::vector<double> b = {3.0, -0.05, 1.5, 0.1, -2.5};
  std::vector<Matrix::Entry> entries;
  for (std::uint32_t i = 0; i < 5; ++i) entries.push_back({i, i, 1.0});
  const auto instance = std::make_shared<Instance>(Matrix::sparse(5, 5, std::move(entries)), b);
  RunContext run({.threads = 1});
  const Problem problem = test::make_problem(instance, {ConstraintKind::sparse, 0, 0.05, 2.0});
  CHECK(test::full(qpm(problem, {}, run), 5) == std::vector<double>{2.0, 0.0, 1.5, 0.0, -2.0});
  const Solution top = qpm(test::make_problem(instance, {ConstraintKind::sparse_c, 2}), {}, run);
  CHECK(top.support == std::vector<Index>{0, 4});
}

TEST_CASE("qpm refuses penalties that do not grow") {
  RunContext run;
  const Problem problem = test::make_problem(test::normal_instance(4, 4, 1), {ConstraintKind::sparse_c, 2});
  for (const QpmOptions& options : {QpmOptions{0.0}, QpmOptions{0.1, 1.0}, QpmOptions{0.1, 2.0, 0.0},
                                    QpmOptions{std::nan("")}, QpmOptions{0.1, 2.0, 1e-4, -1.0}}) {
    CHECK_THROWS_AS(qpm(problem, options, run), InvalidArgument);
  }
}
