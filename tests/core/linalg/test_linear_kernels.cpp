#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <vector>

#include <lode/core/rng.hpp>

#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/gram_matrix.hpp"
#include "core/linalg/multiply.hpp"
#include "core/linalg/vector_kernels.hpp"
#include "support/catch.hpp"

namespace {

using namespace lode::detail;

std::vector<double> random_values(std::size_t count, std::uint64_t seed) {
  const lode::Rng rng(seed);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = rng.normal_at(i);
  return values;
}

/// The kernels that this processor can run.
std::vector<const VectorKernels*> all_of_this_processor() {
  std::vector<const VectorKernels*> kernels{&baseline_kernels()};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) kernels.push_back(&avx2_kernels());
#endif
  return kernels;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
  }
  return a.size() == b.size();
}

TEST_CASE("products have the bits of sums in the order of k", "[linalg]") {
  using Shape = std::tuple<std::size_t, std::size_t, std::size_t>;
  for (const auto& [rows, columns, depth] :
       {Shape{1, 1, 1}, {7, 5, 3}, {8, 6, 256}, {97, 13, 257}, {100, 775, 20}, {33, 34, 600}}) {
    const std::vector<double> a = random_values(rows * depth, 1);
    const std::vector<double> b = random_values(depth * columns, 2);
    const std::size_t stride = rows + 3;
    const std::vector<double> before = random_values(stride * columns, 3);
    for (const MatrixPart part : {MatrixPart::all, MatrixPart::upper, MatrixPart::lower}) {
      std::vector<double> expected = before;
      for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t i = 0; i < rows; ++i) {
          if ((part == MatrixPart::upper && i > j) || (part == MatrixPart::lower && i < j)) continue;
          for (std::size_t first = 0; first < depth; first += 256) {
            double sum = 0.0;
            for (std::size_t k = first; k < std::min(depth, first + 256); ++k) {
              sum += a[k * rows + i] * b[j * depth + k];
            }
            expected[j * stride + i] += -1.5 * sum;
          }
        }
      }
      std::vector<double> a_transposed(a.size());
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = 0; k < depth; ++k) a_transposed[i * depth + k] = a[k * rows + i];
      }
      for (const VectorKernels* kernels : all_of_this_processor()) {
        std::vector<double> c = before;
        add_product_by(*kernels, rows, columns, depth, -1.5, column_major(a.data(), rows),
                       column_major(b.data(), depth), c.data(), stride, part);
        CHECK(same_bits(c, expected));
        c = before;
        add_product_by(*kernels, rows, columns, depth, -1.5,
                       column_major(a_transposed.data(), depth).transposed(), column_major(b.data(), depth),
                       c.data(), stride, part);
        CHECK(same_bits(c, expected));
      }
    }
  }
}

TEST_CASE("vector kernels have the same bits for any registers, and the right sums", "[linalg]") {
  constexpr std::size_t stride = 80;
  const std::vector<double> a = random_values(4 * stride, 4);
  const std::vector<double> x = random_values(stride, 5);
  const std::vector<double> y = random_values(stride, 6);
  const std::vector<double> t{0.5, -1.25, 3.0, 0.1};
  for (std::size_t n = 0; n <= 70; ++n) {
    std::vector<double> plain = y;
    std::vector<double> sums(5, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t c = 0; c < 4; ++c) {
        plain[i] += t[c] * a[c * stride + i];
        sums[c] += a[c * stride + i] * x[i];
      }
      sums[4] += x[i] * y[i];
    }
    std::vector<double> scaled = y;
    for (std::size_t i = 0; i < n; ++i) scaled[i] += 0.3 * x[i];
    std::vector<double> products = y;
    for (std::size_t i = 0; i < n; ++i) products[i] += 0.3 * (x[i] * a[i]);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n; ++i) least = std::min(least, x[i] + y[i]);
    std::vector<std::vector<double>> found;
    for (const VectorKernels* kernels : all_of_this_processor()) {
      std::vector<double> sum = y;
      kernels->add_columns(n, a.data(), stride, t.data(), sum.data());
      CHECK(same_bits(sum, plain));
      std::vector<double> dots(5);
      kernels->dot_columns(n, a.data(), stride, x.data(), dots.data());
      dots[4] = kernels->dot(n, x.data(), y.data());
      for (std::size_t c = 0; c < 5; ++c) CHECK(std::abs(dots[c] - sums[c]) <= 1e-12);
      std::vector<double> both = y;
      std::vector<double> both_dots(5);
      kernels->add_and_dot_columns(n, a.data(), stride, t.data(), both.data(), x.data(), both_dots.data());
      both_dots[4] = dots[4];
      CHECK(same_bits(both, plain));
      CHECK(same_bits(both_dots, dots));
      std::vector<double> one = y;
      kernels->add_scaled(n, 0.3, x.data(), one.data());
      CHECK(same_bits(one, scaled));
      std::vector<double> added = y;
      kernels->add_scaled_products(n, 0.3, x.data(), a.data(), added.data());
      CHECK(same_bits(added, products));
      CHECK(kernels->least_sum(n, x.data(), y.data()) == least);
      found.push_back(dots);
    }
    CHECK(same_bits(found.front(), found.back()));
  }
}

TEST_CASE("Cholesky factors reproduce the matrix and refuse an indefinite one", "[linalg]") {
  for (const std::size_t n : {1u, 5u, 33u, 191u, 192u, 193u, 450u}) {
    const std::vector<double> root = random_values(n * (n + 5), 7);
    const std::vector<double> a = lode::test::gram_matrix(root, n + 5, n);
    std::vector<double> factor = a;
    REQUIRE(cholesky_succeeds(factor, n) == std::optional(true));
    for (std::size_t i = 0; i < n; i += 1 + n / 40) {
      for (std::size_t j = i; j < n; j += 1 + n / 40) {
        double entry = 0.0;
        for (std::size_t k = 0; k <= i; ++k) entry += factor[i * n + k] * factor[j * n + k];
        CHECK(std::abs(entry - a[j * n + i]) <= 1e-11 * static_cast<double>(n));
      }
    }
    std::vector<double> indefinite = a;
    indefinite[n * n - 1] = -1.0;
    CHECK(cholesky_succeeds(indefinite, n) == std::optional(false));
    indefinite = a;
    indefinite[(n / 2) * n + n / 2] = NAN;
    CHECK(cholesky_succeeds(indefinite, n) == std::optional(false));
  }
}

TEST_CASE("eigenpairs of larger matrices satisfy their equation", "[linalg]") {
  // Large enough for the blocked reductions of LAPACK and divide and conquer.
  constexpr std::size_t n = 150;
  std::vector<double> a = random_values(n * n, 8);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) a[i * n + j] = a[j * n + i];
  }
  const SymmetricEigen all = symmetric_eigen(a, n);
  const SymmetricEigen some = largest_eigenpairs(a, n, [](auto) { return std::size_t{20}; });
  REQUIRE(some.vectors.size() == 20 * n);
  for (std::size_t i = 0; i < n; ++i) CHECK(std::abs(all.values[i] - some.values[i]) <= 1e-11);
  const auto residual = [&](const double* v, double value) {
    double most = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      double entry = -value * v[i];
      for (std::size_t j = 0; j < n; ++j) entry += a[j * n + i] * v[j];
      most = std::max(most, std::abs(entry));
    }
    return most;
  };
  for (std::size_t k = 0; k < n; ++k) CHECK(residual(all.vectors.data() + k * n, all.values[k]) <= 1e-11);
  for (std::size_t k = 0; k < 20; ++k) {
    CHECK(residual(some.vectors.data() + k * n, some.values[n - 20 + k]) <= 1e-11);
  }
}

TEST_CASE("orthonormal bases span what they are made of", "[linalg]") {
  for (const auto& [n, columns] : {std::pair<std::size_t, std::size_t>{40, 1}, {300, 70}, {600, 200}}) {
    const std::vector<double> x = random_values(n * columns, 9);
    std::vector<double> q = x;
    orthonormalise(q, n, columns);
    const std::vector<double> products = inner_products(q, q, n);
    for (std::size_t i = 0; i < columns; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        CHECK(std::abs(products[j * columns + i] - (i == j ? 1.0 : 0.0)) <= 1e-13 * static_cast<double>(n));
      }
    }
    // x = Q Q'x
    const std::vector<double> back = product(q, n, inner_products(q, x, n), columns);
    double most = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(back[i] - x[i]));
    CHECK(most <= 1e-12 * static_cast<double>(n));
  }
}

}  // namespace
