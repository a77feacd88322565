#include <cmath>
#include <limits>

#include <lode/core/error.hpp>

#include "core/linalg/eigen.hpp"
#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

Constraint sparse_c(Index s) {
  Constraint constraint;
  constraint.s = s;
  return constraint;
}

Constraint sparse(double lambda, double box = std::numeric_limits<double>::infinity()) {
  Constraint constraint;
  constraint.kind = ConstraintKind::sparse;
  constraint.lambda = lambda;
  constraint.box = box;
  return constraint;
}

/// The gradient of the squared loss in the coordinates of `support`.
std::vector<double> gradient(const Instance& instance, std::span<const Index> support,
                             const std::vector<double>& values) {
  std::vector<double> residual(instance.b().begin(), instance.b().end());
  for (std::size_t i = 0; i < support.size(); ++i) instance.a().add_column(support[i], -values[i], residual);
  std::vector<double> result;
  for (const Index j : support) result.push_back(-instance.a().dot(j, residual));
  return result;
}

}  // namespace

TEST_CASE("an instance derives its Gram matrix, products and largest eigenvalue") {
  for (const bool is_dense : {true, false}) {
    const std::vector<double> values = test::normals(6 * 40, 3, 1);
    std::vector<Matrix::Entry> entries;
    for (std::size_t i = 0; i < values.size(); ++i) {
      entries.push_back({static_cast<std::uint32_t>(i % 6), static_cast<Index>(i / 6), values[i]});
    }
    const Instance instance(is_dense ? Matrix::dense(6, 40, values) : Matrix::sparse(6, 40, entries),
                            test::normals(6, 3, 2));
    const auto gram = instance.gram();
    REQUIRE(gram.size() == 1600);
    for (Index i = 0; i < 40; ++i) {
      CHECK(instance.column_squares()[i] == Approx(instance.a().dot_columns(i, i)));
      CHECK(instance.correlations()[i] == Approx(instance.a().dot(i, instance.b())));
      for (Index j = 0; j < 40; ++j) {
        CHECK(gram[i * 40 + j] == Approx(instance.a().dot_columns(i, j)).margin(1e-12));
      }
    }
    const Eigen::MatrixXd square = Eigen::Map<const Eigen::MatrixXd>(gram.data(), 40, 40);
    const double largest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(square).eigenvalues().maxCoeff();
    CHECK(instance.largest_eigenvalue() >= largest);
    CHECK(instance.largest_eigenvalue() <= 1.0101 * largest);
  }
  const Instance limited(Matrix::dense(1, 3, {1, 2, 3}), {1.0}, 71);
  CHECK(limited.gram().empty());
  CHECK(limited.largest_eigenvalue() == Approx(1.01 * 14.0).epsilon(1e-5));
  CHECK(Instance(Matrix::dense(2, 1, {3, 4}), {0, 0}).largest_eigenvalue() == Approx(1.01 * 25.0));
  CHECK(Instance(Matrix::dense(0, 2, {}), {}).largest_eigenvalue() == 0.0);
}

TEST_CASE("a Gram matrix asked for under a deadline is complete or not there") {
  const auto instance = test::normal_instance(3, 50, 1);
  test::FakeClock clock(1.0);
  CHECK(instance->gram(RunContext({.time_limit = 0.5, .clock = &clock})).empty());
  CHECK(instance->ready_gram().empty());
  CHECK(instance->gram(RunContext()).size() == 2500);
  CHECK(instance->ready_gram().size() == 2500);
}

TEST_CASE("instances refuse b of another length or not finite, and squares that overflow") {
  CHECK_THROWS_AS(Instance(Matrix::dense(1, 1, {1}), {1, 2}), InvalidArgument);
  CHECK_THROWS_WITH(Instance(Matrix::dense(2, 1, {1, 1}), {1, NAN}), Catch::Contains("b(2)"));
  CHECK_THROWS_AS(Instance(Matrix::dense(1, 1, {1e200}), {1}), InvalidArgument);
}

TEST_CASE("problems outside their range are refused") {
  const auto instance = test::normal_instance(3, 4, 1);
  const auto refused = [&](Problem problem) { CHECK_THROWS_AS(check_problem(problem), InvalidArgument); };
  refused(Problem{});
  refused(test::make_problem(instance, sparse_c(5)));
  refused(test::make_problem(instance, sparse(-1.0)));
  refused(test::make_problem(instance, sparse(NAN)));
  refused(test::make_problem(instance, sparse(INFINITY)));
  refused(test::make_problem(instance, sparse(0.0, -1.0)));
  refused(test::make_problem(instance, sparse(0.0, NAN)));
  refused(test::make_problem(std::make_shared<Instance>(Matrix::dense(2, 0, {}), std::vector<double>{1, 1}),
                             sparse_c(0)));
  Problem problem = test::make_problem(instance, sparse_c(4));
  CHECK_NOTHROW(check_problem(problem));
  problem.start = std::vector<double>(3, 0.0);
  refused(problem);
  problem.start = std::vector<double>(4, NAN);
  refused(problem);
  problem.start.reset();
  problem.loss = Loss::logistic;
  refused(problem);
}

TEST_CASE("projections are feasible and nearest") {
  Constraint constraint = sparse_c(2);
  CHECK(project(constraint, {1, -3, 2, -2}) == std::vector<double>{0, -3, 2, 0});
  constraint.kind = ConstraintKind::binary;
  CHECK(project(constraint, {1, -3, 0, 2}) == std::vector<double>{1, -1, -1, 1});
  constraint.kind = ConstraintKind::binary_c;
  CHECK(project(constraint, {1, -3, 2, 1}) == std::vector<double>{1, 0, 1, 0});
  CHECK(project(sparse(1.0, 2.0), {1, -3, 2.5, 0}) == std::vector<double>{1, -2, 2, 0});
}

TEST_CASE("refits have a zero gradient, of least norm where they are not unique") {
  const auto instance = test::normal_instance(8, 12, 5);
  const std::vector<Index> few = {1, 4, 7};
  for (const double g : gradient(*instance, few, least_squares_on(*instance, few)))
    CHECK(std::abs(g) < 1e-12);

  std::vector<Index> all(12);
  std::iota(all.begin(), all.end(), Index{0});
  const std::vector<double> z = least_squares_on(*instance, all);
  for (const double g : gradient(*instance, all, z)) CHECK(std::abs(g) < 1e-11);
  // Of least norm: in the row space of A, that is z = A'y for some y; then |z|^2 = y'Az = y'b.
  const Instance transposed(Matrix::dense(12, 8,
                                          [&] {
                                            std::vector<double> values;
                                            for (std::size_t row = 0; row < 8; ++row) {
                                              for (Index j = 0; j < 12; ++j) {
                                                values.push_back(instance->a().value(row, j));
                                              }
                                            }
                                            return values;
                                          }()),
                            z);
  std::vector<Index> rows(8);
  std::iota(rows.begin(), rows.end(), Index{0});
  std::vector<double> rest = z;
  const std::vector<double> y = least_squares_on(transposed, rows);
  for (const Index row : rows) transposed.a().add_column(row, -y[row], rest);
  for (const double value : rest) CHECK(std::abs(value) < 1e-11);
}

TEST_CASE("equal and zero columns share the value of least norm") {
  const Instance instance(Matrix::dense(2, 4, {1, 2, 1, 2, 0, 0, 3, 1}), {1, 1});
  const std::vector<double> z = least_squares_on(instance, std::vector<Index>{0, 1, 2});
  CHECK(z[0] == Approx(0.3));
  CHECK(z[1] == Approx(0.3));
  CHECK(z[2] == Approx(0.0).margin(1e-15));
}

TEST_CASE("box-constrained refits meet the optimality conditions") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto instance = test::normal_instance(10, 6, seed);
    const std::vector<Index> support = {0, 2, 3, 5};
    const double box = 0.05 * static_cast<double>(seed % 7);
    const std::vector<double> z = least_squares_on(*instance, support, box);
    const std::vector<double> g = gradient(*instance, support, z);
    for (std::size_t i = 0; i < z.size(); ++i) {
      CHECK(std::abs(z[i]) <= box);
      if (z[i] < box) CHECK(g[i] >= -1e-10);
      if (z[i] > -box) CHECK(g[i] <= 1e-10);
    }
  }
}

TEST_CASE("logistic refits lower F to a point of zero gradient") {
  std::vector<double> labels = test::normals(40, 9, 2);
  for (double& label : labels) label = label > 0.0 ? 1.0 : -1.0;
  Problem problem = test::make_problem(
      std::make_shared<Instance>(Matrix::dense(40, 5, test::normals(200, 9, 1)), labels), sparse_c(3));
  problem.loss = Loss::logistic;
  const std::vector<Index> support = {0, 1, 4};
  const std::vector<double> z = *refit_on(problem, support, {0, 0, 0}, RunContext());
  std::vector<double> x = {z[0], z[1], 0, 0, z[2]};
  CHECK(objective_at(problem, x) < 40 * std::log(2.0));
  for (const Index j : support) {
    std::vector<double> above = x;
    std::vector<double> below = x;
    above[j] += 1e-4;
    below[j] -= 1e-4;
    CHECK(test::plain_objective(problem, above) ==
          Approx(test::plain_objective(problem, below)).epsilon(1e-10));
    CHECK(test::plain_objective(problem, above) > test::plain_objective(problem, x));
  }
}

TEST_CASE("finishing refits, recomputes F, and refuses infeasible points") {
  const auto instance = test::normal_instance(8, 6, 2);
  Problem problem = test::make_problem(instance, sparse_c(3));
  RunContext run;
  const std::vector<double> x = {0, 0.1, 0, 1e-20, 0, 0.2};
  const Solution refitted = finish_solution(problem, x, {}, StopReason::converged, 7, run);
  CHECK(refitted.support.size() == 3);  // the tiny value is a nonzero until refitted
  CHECK(refitted.iterations == 7);
  CHECK(refitted.objective == Approx(test::plain_objective(problem, test::full(refitted, 6))).epsilon(1e-14));
  problem.refit = false;
  const Solution raw = finish_solution(problem, x, {}, StopReason::converged, 7, run);
  CHECK(raw.support == std::vector<Index>{1, 5});
  CHECK(raw.x == std::vector<double>{0.1, 0.2});
  CHECK(refitted.objective < raw.objective);
  CHECK_THROWS_AS(finish_solution(problem, {1, 1, 1, 1, 0, 0}, {}, StopReason::converged, 0, run),
                  InternalError);
  problem.constraint.kind = ConstraintKind::binary;
  CHECK_THROWS_AS(finish_solution(problem, {1, 1, 1, -1, 0, 1}, {}, StopReason::converged, 0, run),
                  InternalError);
  problem.target = 1e9;
  const Solution binary = finish_solution(problem, {1, 1, 1, -1, 1, 1}, {}, StopReason::converged, 0, run);
  CHECK(binary.stop_reason == StopReason::target);
  CHECK(binary.support.size() == 6);
}
