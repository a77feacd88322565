#include <cstring>

#include <lode/core/error.hpp>

#include "least_squares/least_squares_support.hpp"
#include "least_squares/problem/objective.hpp"
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
  CHECK_THROWS_AS(both(3, 2, 1).sparse.dense_values(), InternalError);
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
  Problem problem;
  problem.instance = instance;
  problem.constraint.s = 1;
  CHECK_THROWS_AS(objective_at(problem, two), InvalidArgument);
}

namespace {

/// Every product of `a` has the bits of the same product of `b`.
void check_same_bits(const Matrix& a, const Matrix& b) {
  REQUIRE(a.rows() == b.rows());
  REQUIRE(a.columns() == b.columns());
  REQUIRE(a.num_stored() == b.num_stored());
  const auto same = [](std::span<const double> x, std::span<const double> y) {
    return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size_bytes()) == 0);
  };
  const std::vector<double> x = test::normals(a.columns(), 2, 5);
  const std::vector<double> r = test::normals(a.rows(), 2, 6);
  CHECK(same(a.multiply(x), b.multiply(x)));
  CHECK(same(a.multiply_transposed(r), b.multiply_transposed(r)));
  for (Index j = 0; j < a.columns(); ++j) CHECK(a.dot(j, r) == b.dot(j, r));
  const Instance first(a, r);
  const Instance second(b, r);
  CHECK(same(first.gram(), second.gram()));
  CHECK(same(first.correlations(), second.correlations()));
}

}  // namespace

TEST_CASE("dense values are read where they lie, or copied, with the same results") {
  const std::size_t m = 7;
  const std::size_t n = 5;
  const std::vector<double> values = test::normals(m * n, 9, 3);
  const Matrix expected = Matrix::dense(m, n, values);
  const Matrix borrowed = Matrix::dense_array(m, n, values);
  CHECK(borrowed.dense_values().data() == values.data());
  check_same_bits(borrowed, expected);
  // An address that is not divisible by 16.
  std::vector<double> shifted(m * n + 1);
  std::ranges::copy(values, shifted.begin() + 1);
  const Matrix aligned = Matrix::dense_array(m, n, std::span<const double>(shifted).subspan(1));
  CHECK(aligned.dense_values().data() != shifted.data() + 1);
  check_same_bits(aligned, expected);
  CHECK(Matrix::dense_array(0, 3, {}).columns() == 3);
  CHECK(Matrix().columns() == 0);
}

TEST_CASE("the owner of borrowed values lives as long as the last copy of the matrix") {
  const auto values = std::make_shared<const std::vector<double>>(std::vector<double>{1, 2, 3, 4});
  {
    const Matrix matrix = Matrix::dense_array(2, 2, *values, values);
    const Matrix copy = matrix;
    CHECK(values.use_count() == 2);
    CHECK(copy.value(1, 1) == 4.0);
  }
  CHECK(values.use_count() == 1);
}

TEST_CASE("matrices are multiplied by a number") {
  const Pair pair = both(4, 3, 2);
  for (const Matrix& a : {pair.dense, pair.sparse}) {
    for (Index j = 0; j < 3; ++j) {
      for (std::size_t i = 0; i < 4; ++i) CHECK(a.times(-0.5).value(i, j) == -0.5 * a.value(i, j));
    }
  }
}
