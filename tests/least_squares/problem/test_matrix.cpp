#include <lode/core/error.hpp>
#include <lode/hybrid/working_set.hpp>

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/least_squares_support.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/refit.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

/// The same values dense and sparse; about half of them zero.
struct Pair {
  Matrix dense;
  Matrix sparse;
};

Pair both(std::size_t m, std::size_t n, std::uint64_t seed) {
  std::vector<double> values = test::normals(m * n, seed, 3);
  std::vector<Matrix::Entry> entries;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 0.0) values[i] = 0.0;
    // Each value in two parts, last column first.
    const std::size_t place = values.size() - 1 - i;
    const auto row = static_cast<std::uint32_t>(place % m);
    const auto column = static_cast<Index>(place / m);
    entries.push_back({row, column, -1.0});
    entries.push_back({row, column, 1.0});
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    entries.push_back({static_cast<std::uint32_t>(i % m), static_cast<Index>(i / m), values[i]});
  }
  return {Matrix::dense(m, n, values), Matrix::sparse(m, n, entries)};
}

}  // namespace

TEST_CASE("sparse and dense matrices of the same values agree") {
  const std::size_t m = 7;
  const std::size_t n = 5;
  const Pair pair = both(m, n, 4);
  CHECK(pair.sparse.num_stored() < m * n);
  CHECK_FALSE(pair.sparse.is_dense());
  const std::vector<double> x = test::normals(n, 1, 5);
  const std::vector<double> r = test::normals(m, 1, 6);
  std::vector<double> product(m, 0.0);
  for (Index j = 0; j < n; ++j) {
    double dot = 0.0;
    for (std::size_t row = 0; row < m; ++row) {
      CHECK(pair.dense.value(row, j) == pair.sparse.value(row, j));
      product[row] += pair.dense.value(row, j) * x[j];
      dot += pair.dense.value(row, j) * r[row];
    }
    for (const Matrix* a : {&pair.dense, &pair.sparse}) {
      CHECK(a->dot(j, r) == Approx(dot).margin(1e-13));
      CHECK(a->multiply_transposed(r)[j] == Approx(dot).margin(1e-13));
      std::vector<double> sum = r;
      a->add_column(j, 2.0, sum);
      for (std::size_t row = 0; row < m; ++row) CHECK(sum[row] == Approx(r[row] + 2.0 * a->value(row, j)));
      for (Index i = 0; i < n; ++i) {
        double both_columns = 0.0;
        for (std::size_t row = 0; row < m; ++row) both_columns += a->value(row, i) * a->value(row, j);
        CHECK(a->dot_columns(i, j) == Approx(both_columns).margin(1e-13));
      }
    }
  }
  for (std::size_t row = 0; row < m; ++row) {
    CHECK(pair.dense.multiply(x)[row] == Approx(product[row]).margin(1e-13));
    CHECK(pair.sparse.multiply(x)[row] == Approx(product[row]).margin(1e-13));
  }
}

TEST_CASE("matrices refuse what they cannot hold, by place") {
  CHECK_THROWS_AS(Matrix::dense(2, 2, {1, 2, 3}), InvalidArgument);
  CHECK_THROWS_WITH(Matrix::dense(2, 2, {1, 2, 3, NAN}), Catch::Contains("A(2,2)"));
  CHECK_THROWS_WITH(Matrix::sparse(2, 2, {{0, 1, INFINITY}}), Catch::Contains("A(1,2)"));
  CHECK_THROWS_WITH(Matrix::sparse(2, 2, {{2, 0, 1.0}}), Catch::Contains("(3,1)"));
  CHECK_THROWS_AS(Matrix::sparse(2, 2, {{0, 0, 1e308}, {0, 0, 1e308}}), InvalidArgument);
  const Pair pair = both(3, 2, 1);
  CHECK_THROWS_AS(pair.sparse.dense_values(), InternalError);
  CHECK_THROWS_AS(pair.dense.entry_rows(0), InternalError);
}

TEST_CASE("matrices without rows or columns multiply to nothing or zeros") {
  const Matrix no_rows = Matrix::dense(0, 3, {});
  CHECK(no_rows.multiply(std::vector<double>(3, 1.0)).empty());
  CHECK(no_rows.multiply_transposed({}) == std::vector<double>(3, 0.0));
  const Matrix no_columns = Matrix::sparse(3, 0, {});
  CHECK(no_columns.multiply({}) == std::vector<double>(3, 0.0));
  CHECK(no_columns.multiply_transposed(std::vector<double>(3, 1.0)).empty());
}

TEST_CASE("vectors, columns and points of the wrong size are refused") {
  const Matrix dense = Matrix::dense(2, 3, {1, 2, 3, 4, 5, 6});
  const Matrix sparse = Matrix::sparse(2, 3, {{0, 0, 1.0}, {1, 2, 2.0}});
  const std::vector<double> two(2, 1.0);
  const std::vector<double> three(3, 1.0);
  std::vector<double> target(3, 0.0);
  for (const Matrix& a : {dense, sparse}) {
    CHECK_THROWS_AS(a.multiply(two), InvalidArgument);
    CHECK_THROWS_AS(a.multiply_transposed(three), InvalidArgument);
    CHECK_THROWS_AS(a.dot(0, three), InvalidArgument);
    CHECK_THROWS_AS(a.dot(3, two), InvalidArgument);
    CHECK_THROWS_AS(a.dot_columns(0, 3), InvalidArgument);
    CHECK_THROWS_AS(a.dot_columns(3, 0), InvalidArgument);
    CHECK_THROWS_AS(a.add_column(0, 1.0, target), InvalidArgument);
    CHECK_THROWS_AS(a.value(2, 0), InvalidArgument);
    CHECK_THROWS_AS(a.value(0, 3), InvalidArgument);
  }
  const auto instance = std::make_shared<Instance>(dense, two);
  CHECK_THROWS_AS(least_squares_on(*instance, std::vector<Index>{99999}), InvalidArgument);
  CHECK_THROWS_AS(least_squares_on(*instance, std::vector<Index>{0}, NAN), InvalidArgument);
  Problem problem;
  problem.instance = instance;
  problem.constraint.s = 1;
  CHECK_THROWS_AS(SquaredObjective(problem, two), InvalidArgument);
  SquaredObjective objective(problem, three);
  CHECK_THROWS_AS(objective.assign(two), InvalidArgument);
  CHECK_THROWS_AS(objective_at(problem, two), InvalidArgument);
  CHECK_THROWS_AS(refit_on(problem, std::vector<Index>{0}, two, RunContext()), InvalidArgument);
  CHECK_THROWS_AS(SquaredObjective(Problem{}, three), InvalidArgument);
  hybrid::BinaryWorkingSet rule({2, 0}, 9);
  Rng rng(1);
  std::vector<Index> set;
  CHECK_THROWS_AS(rule.select(objective, rng, set), InvalidArgument);
  hybrid::SparseWorkingSet other({2, 0}, 9, INFINITY, hybrid::RandomPart::uniform);
  CHECK_THROWS_AS(other.select(objective, rng, set), InvalidArgument);
  ExchangeState state(*instance);
  CHECK_THROWS_AS(state.assign(std::vector<Index>{7}), InvalidArgument);
  CHECK_THROWS_AS(state.remove(0), InvalidArgument);
  CHECK(state.add(0));
  CHECK_THROWS_AS(state.add(0), InvalidArgument);
  CHECK_THROWS_AS(state.apply({1, 2, 0.0}), InvalidArgument);
  problem.loss = Loss::logistic;
  CHECK_THROWS_AS(LogisticObjective(problem, two), InvalidArgument);
}
