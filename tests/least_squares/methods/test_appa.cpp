#include "least_squares/least_squares_support.hpp"
#include "least_squares/methods/appa.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

TEST_CASE("appa takes fewer iterations than ppa on a convex problem, to the same minimum") {
  // lambda = 0 without a box: least squares, ill-conditioned by a column that is almost another.
  std::vector<double> values = test::normals(30 * 10, 2, 1);
  for (std::size_t i = 0; i < 30; ++i) values[i] = values[30 + i] + 0.05 * values[i];
  const auto instance = std::make_shared<Instance>(Matrix::dense(30, 10, values), test::normals(30, 2, 2));
  Problem problem = test::make_problem(instance, {ConstraintKind::sparse, 0, 0.0});
  problem.refit = false;
  PpaOptions options;
  options.max_iterations = 1000000;
  RunContext run({.threads = 1});
  const Solution plain = ppa(problem, options, run);
  const Solution fast = appa(problem, options, run);
  CHECK(plain.stop_reason == StopReason::converged);
  CHECK(fast.stop_reason == StopReason::converged);
  CHECK(fast.objective == Approx(plain.objective).epsilon(1e-6));
  CHECK(2 * fast.iterations < plain.iterations);
  problem.refit = true;
  CHECK(fast.objective == Approx(appa(problem, options, run).objective).epsilon(1e-6));
}

TEST_CASE("appa never rises, and its end is a fixed point of ppa") {
  const auto instance = test::normal_instance(30, 40, 5);
  for (const Constraint& constraint :
       {Constraint{ConstraintKind::sparse, 0, 1.5, 0.4}, Constraint{ConstraintKind::sparse_c, 6},
        Constraint{ConstraintKind::binary}, Constraint{ConstraintKind::binary_c, 7}}) {
    Problem problem = test::make_problem(instance, constraint);
    problem.refit = false;
    problem.start = test::normals(40, 9, 3);
    RunContext run({.threads = 1});
    const Solution solution = appa(problem, {}, run);
    REQUIRE(solution.stop_reason == StopReason::converged);
    CHECK(solution.objective <= test::plain_objective(problem, project(constraint, *problem.start)) + 1e-9);
    problem.start = test::full(solution, 40);
    CHECK(ppa(problem, {}, run).objective == Approx(solution.objective).epsilon(1e-7));
  }
}
