#include <cmath>
#include <vector>

#include <lode/core/rng.hpp>

#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/top_eigenpairs.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

/// The largest eigenpairs against the definition and against divide and conquer, one matrix after another.
void check_top_pairs(detail::TopEigenpairs& eigen, const std::vector<double>& a, std::size_t n,
                     std::size_t wanted) {
  CAPTURE(n, wanted);
  std::vector<double> scratch = a;
  REQUIRE(eigen.decompose(
      scratch, n, [&](std::span<const double>) { return wanted; }, [] { return false; }));
  const detail::SymmetricEigen all = detail::symmetric_eigen(a, n);
  const double norm = std::max(1.0, std::max(std::abs(all.values.front()), std::abs(all.values.back())));
  REQUIRE(eigen.values().size() == n);
  REQUIRE(eigen.columns() == wanted);
  REQUIRE(eigen.vectors().size() == wanted * n);
  for (std::size_t i = 0; i < n; ++i)
    CHECK(std::abs(eigen.values()[i] - all.values[i]) < 1e-12 * norm * static_cast<double>(n));
  double worst_residual = 0.0;
  double worst_product = 0.0;
  for (std::size_t c = 0; c < wanted; ++c) {
    const double* const v = eigen.vectors().data() + c * n;
    const double value = eigen.values()[n - wanted + c];
    for (std::size_t i = 0; i < n; ++i) {
      double product = 0.0;
      for (std::size_t j = 0; j < n; ++j) product += a[i * n + j] * v[j];
      worst_residual = std::max(worst_residual, std::abs(product - value * v[i]));
    }
    for (std::size_t d = 0; d <= c; ++d) {
      const double* const w = eigen.vectors().data() + d * n;
      double product = 0.0;
      for (std::size_t i = 0; i < n; ++i) product += v[i] * w[i];
      worst_product = std::max(worst_product, std::abs(product - (c == d ? 1.0 : 0.0)));
    }
  }
  CHECK(worst_residual < 1e-9 * norm);
  CHECK(worst_product < 1e-7);
}

std::vector<double> normal_symmetric(std::size_t n, std::uint64_t seed) {
  const Rng rng(seed);
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) a[i * n + j] = a[j * n + i] = rng.normal_at(i * n + j);
  }
  return a;
}

}  // namespace

TEST_CASE("top eigenpairs of random matrices, one after another") {
  detail::TopEigenpairs eigen;
  for (const std::size_t n : {1u, 2u, 3u, 7u, 8u, 31u, 63u, 64u, 65u, 100u, 130u, 20u}) {
    for (const std::size_t wanted : {std::size_t{0}, std::size_t{1}, n / 3, n}) {
      check_top_pairs(eigen, normal_symmetric(n, n), n, wanted);
    }
  }
}

TEST_CASE("top eigenpairs of matrices with repeated eigenvalues and of those that fall apart") {
  detail::TopEigenpairs eigen;
  const std::size_t n = 40;
  std::vector<double> zero(n * n, 0.0);
  check_top_pairs(eigen, zero, n, 5);
  std::vector<double> identity = zero;
  for (std::size_t i = 0; i < n; ++i) identity[i * n + i] = 1.0;
  check_top_pairs(eigen, identity, n, 7);
  std::vector<double> ones(n * n, 1.0);
  check_top_pairs(eigen, ones, n, 9);
  std::vector<double> blocks = zero;  // four equal blocks: every eigenvalue four times
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i / 10 == j / 10) blocks[i * n + j] = std::sin(static_cast<double>((i % 10 + 1) * (j % 10 + 1)));
    }
  }
  check_top_pairs(eigen, blocks, n, 12);
  std::vector<double> diagonal = zero;
  for (std::size_t i = 0; i < n; ++i) diagonal[i * n + i] = static_cast<double>((i * 7) % n);
  check_top_pairs(eigen, diagonal, n, 10);
}

TEST_CASE("top eigenpairs stop when asked") {
  detail::TopEigenpairs eigen;
  std::vector<double> a = normal_symmetric(90, 5);
  int polls = 0;
  CHECK_FALSE(eigen.decompose(
      a, 90, [](std::span<const double>) { return std::size_t{10}; }, [&] { return ++polls == 2; }));
  CHECK(polls == 2);
}
