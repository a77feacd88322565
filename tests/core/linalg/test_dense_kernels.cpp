#include <cmath>
#include <limits>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/gram_matrix.hpp"
#include "support/catch.hpp"

namespace {

using lode::Rng;
using lode::detail::symmetric_eigen;
using lode::test::gram_matrix;

std::vector<double> normals(std::size_t count, std::uint64_t seed) {
  const Rng rng(seed);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = rng.normal_at(i);
  return values;
}

TEST_CASE("gram matrix equals sums of products", "[dense]") {
  for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{7, 5}, {3, 70}, {1, 1}, {0, 3}}) {
    const std::vector<double> a = normals(rows * columns, 3);
    const std::vector<double> gram = gram_matrix(a, rows, columns);
    REQUIRE(gram.size() == columns * columns);
    for (std::size_t i = 0; i < columns; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        double sum = 0.0;
        for (std::size_t r = 0; r < rows; ++r) sum += a[i * rows + r] * a[j * rows + r];
        CHECK(std::abs(gram[j * columns + i] - sum) <= 1e-12 * static_cast<double>(rows + 1));
      }
    }
  }
  CHECK_THROWS_AS(gram_matrix(std::vector<double>(5), 2, 3), lode::InvalidArgument);
}

TEST_CASE("eigen-decomposition reproduces the matrix", "[dense]") {
  constexpr std::size_t n = 40;
  std::vector<double> a = normals(n * n, 5);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) a[i * n + j] = a[j * n + i];
  }
  const auto eigen = symmetric_eigen(a, n);
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0) CHECK(eigen.values[i - 1] <= eigen.values[i]);
    for (std::size_t j = 0; j < n; ++j) {
      double entry = 0.0;
      double product = 0.0;
      for (std::size_t k = 0; k < n; ++k) {
        entry += eigen.values[k] * eigen.vectors[k * n + i] * eigen.vectors[k * n + j];
        product += eigen.vectors[i * n + k] * eigen.vectors[j * n + k];
      }
      CHECK(std::abs(entry - a[j * n + i]) <= 1e-11);
      CHECK(std::abs(product - (i == j ? 1.0 : 0.0)) <= 1e-12);
    }
  }
  CHECK(symmetric_eigen({}, 0).values.empty());
  a[1] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(symmetric_eigen(a, n), lode::InvalidArgument);
  CHECK_THROWS_AS(symmetric_eigen(a, n + 1), lode::InvalidArgument);
}

}  // namespace
