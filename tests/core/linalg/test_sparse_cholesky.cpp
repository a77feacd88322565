#include <cmath>
#include <vector>

#include <lode/core/rng.hpp>

#include "core/linalg/sparse_cholesky.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

/// True if elimination without pivoting meets positive pivots only: the definition.
bool has_positive_pivots(std::vector<double> a, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    if (!(a[k * n + k] > 0.0)) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return true;
}

bool factor_of_rows(const std::vector<double>& a, std::size_t n) {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> columns;
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (a[i * n + j] == 0.0) continue;
      columns.push_back(static_cast<std::uint32_t>(j));
      values.push_back(a[i * n + j]);
    }
    offsets.push_back(columns.size());
  }
  return lode::detail::sparse_cholesky_succeeds(offsets, columns, values);
}

}  // namespace

TEST_CASE("a sparse Cholesky factorisation exists exactly for positive definite matrices") {
  Rng rng(5);
  int definite = 0;
  for (int round = 0; round < 200; ++round) {
    const std::size_t n = 1 + rng.below(12);
    std::vector<double> a(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      a[i * n + i] = 2.0 * rng.uniform();
      for (std::size_t j = 0; j < i; ++j) {
        if (rng.below(3) == 0) a[i * n + j] = a[j * n + i] = rng.uniform() - 0.5;
      }
    }
    const bool expected = has_positive_pivots(a, n);
    CHECK(factor_of_rows(a, n) == expected);
    definite += expected ? 1 : 0;
  }
  CHECK(definite > 30);
  CHECK(definite < 170);
  CHECK_FALSE(factor_of_rows({0.0}, 1));
  CHECK_FALSE(factor_of_rows({1.0, 2.0, 2.0, 1.0}, 2));
}
