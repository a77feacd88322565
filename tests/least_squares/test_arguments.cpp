// Public calls refuse points, columns and problems that do not fit, whoever makes them.
#include <cmath>
#include <limits>

#include <lode/core/error.hpp>
#include <lode/least_squares/certificate.hpp>

#include "least_squares/problem/point.hpp"
#include "least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

Problem problem_under(ConstraintKind kind, Index s = 3) {
  Constraint constraint;
  constraint.kind = kind;
  constraint.s = s;
  return test::make_problem(test::normal_instance(12, 10, 3), constraint);
}

}  // namespace

TEST_CASE("a problem without an instance is refused by whatever needs one") {
  const Problem none;
  const RunContext run;
  CHECK_THROWS_AS(objective_at(none, {}), InvalidArgument);
  CHECK_THROWS_AS(loss_at(none, {}), InvalidArgument);
  CHECK_THROWS_AS(start_point(none, 1.0, 1), InvalidArgument);
  CHECK_THROWS_AS(finish_solution(none, {}, {}, StopReason::converged, 0, run), InvalidArgument);
  CHECK_THROWS_AS(check_problem(none), InvalidArgument);
}

TEST_CASE("a loss is that of a product with a value for each row, an objective that of one for each column") {
  const Problem problem = problem_under(ConstraintKind::sparse_c);
  CHECK_THROWS_AS(loss_at(problem, std::vector<double>(11, 0.0)), InvalidArgument);
  CHECK(loss_at(problem, std::vector<double>(12, 0.0)) ==
        objective_at(problem, std::vector<double>(10, 0.0)));
  CHECK_THROWS_AS(objective_at(problem, std::vector<double>(9, 0.0)), InvalidArgument);
}

TEST_CASE("a box is not negative") {
  for (const double box : {-1.0, no_number}) {
    Constraint constraint;
    constraint.kind = ConstraintKind::sparse;
    constraint.box = box;
    CHECK_THROWS_AS(project(constraint, {1.0, 2.0}), InvalidArgument);
  }
  CHECK(least_squares_on(*test::normal_instance(12, 10, 3), std::vector<Index>{1, 2}, 0.0) ==
        std::vector<double>{0.0, 0.0});
}

TEST_CASE("what is not a number has no projection") {
  for (const ConstraintKind kind :
       {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse, ConstraintKind::sparse_c}) {
    Constraint constraint;
    constraint.kind = kind;
    constraint.s = 1;
    CHECK_THROWS_AS(project(constraint, {1.0, no_number, 2.0}), InvalidArgument);
    CHECK(project(constraint, {1.0, INFINITY, 2.0}).size() == 3);
  }
}

TEST_CASE("a certificate is one of an answer under the problem's constraint") {
  const RunContext run;
  const auto refused = [&](const Problem& problem, std::vector<Index> support, std::vector<double> x) {
    Solution solution;
    solution.support = std::move(support);
    solution.x = std::move(x);
    CHECK_THROWS_AS(certify(problem, solution, {}, run), InvalidArgument);
  };
  refused(problem_under(ConstraintKind::sparse_c), {1}, {no_number});
  refused(problem_under(ConstraintKind::sparse_c, 1), {1, 2}, {1.0, 1.0});
  refused(problem_under(ConstraintKind::sparse_c), {1, 1}, {1.0, 1.0});
  refused(problem_under(ConstraintKind::sparse_c), {1, 10}, {1.0, 1.0});
  refused(problem_under(ConstraintKind::sparse_c), {1, 2}, {1.0});
  refused(problem_under(ConstraintKind::binary), {1}, {1.0});
  refused(problem_under(ConstraintKind::binary_c), {1, 2}, {1.0, 1.0});
  refused(problem_under(ConstraintKind::binary_c), {1, 2, 3}, {1.0, 1.0, 0.5});
  Problem boxed = problem_under(ConstraintKind::sparse);
  boxed.constraint.box = 1.0;
  refused(boxed, {1}, {2.0});
}
