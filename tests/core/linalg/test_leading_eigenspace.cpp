#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <lode/core/rng.hpp>

#include "core/linalg/leading_eigenspace.hpp"
#include "support/catch.hpp"

namespace {

using lode::Rng;
using lode::detail::LeadingEigenspace;
using lode::detail::SymmetricEigen;

bool never() { return false; }

/// A random symmetric matrix with a few eigenvalues that stand out.
std::vector<double> spiked(std::size_t n, std::size_t spikes, std::uint64_t seed) {
  const Rng rng(seed);
  std::vector<double> a(n * n);
  const auto entry = [&](std::size_t i, std::size_t j) { return rng.normal_at(i * n + j); };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double value = 0.3 * entry(i, j);
      for (std::size_t k = 0; k < spikes; ++k) {
        value +=
            entry(n + k, i) * entry(n + k, j) * static_cast<double>(k + 3) / static_cast<double>(n) * 8.0;
      }
      a[i * n + j] = a[j * n + i] = value;
    }
  }
  return a;
}

void check_pairs(const std::vector<double>& a, std::size_t n, const SymmetricEigen& some, std::size_t count,
                 double accuracy) {
  const SymmetricEigen all = lode::detail::symmetric_eigen(a, n);
  REQUIRE(some.vectors.size() == count * n);
  REQUIRE(some.values.size() >= count);
  CHECK(std::is_sorted(some.values.begin(), some.values.end()));
  for (std::size_t c = 0; c < count; ++c) {
    const double value = some.values[some.values.size() - count + c];
    CHECK(value == Approx(all.values[n - count + c]).margin(accuracy));
    const double* v = some.vectors.data() + c * n;
    CHECK(std::inner_product(v, v + n, v, 0.0) == Approx(1.0));
    double squares = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double difference = std::inner_product(v, v + n, a.data() + i * n, 0.0) - value * v[i];
      squares += difference * difference;
    }
    CHECK(std::sqrt(squares) <= accuracy * (1.0 + 1e-6) + 1e-9);
  }
}

}  // namespace

TEST_CASE("the leading eigenspace follows a matrix that changes") {
  for (const std::size_t n : {std::size_t{1}, std::size_t{40}, std::size_t{150}, std::size_t{220}}) {
    LeadingEigenspace space;
    std::vector<double> a = spiked(n, 6, n);
    for (std::uint64_t step = 0; step < 12; ++step) {
      INFO("n = " << n << ", step " << step);
      // More are wanted as time goes by, then fewer.
      const std::size_t count = std::min(n, std::size_t{2} + (step < 8 ? 2 * step : 3));
      const double accuracy = step % 2 == 0 ? 1e-6 : 1e-2;
      const SymmetricEigen some = space.decompose(
          a, n, [&](std::span<const double> values) { return std::min(values.size(), count); }, accuracy,
          never);
      check_pairs(a, n, some, count, accuracy);
      const std::vector<double> change = spiked(n, 0, 100 + step);
      for (std::size_t e = 0; e < a.size(); ++e) a[e] += 0.02 * change[e];
    }
  }
}

TEST_CASE("the leading eigenspace goes on with some of the rows") {
  const std::size_t n = 240;
  const std::vector<double> a = spiked(n, 5, 7);
  LeadingEigenspace space;
  const auto five = [](std::span<const double> values) { return std::min<std::size_t>(values.size(), 5); };
  space.decompose(a, n, five, 1e-6, never);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 5 != 2) kept.push_back(i);
  }
  space.restrict_to(n, kept);
  std::vector<double> part;
  for (const std::size_t i : kept) {
    for (const std::size_t j : kept) part.push_back(a[i * n + j]);
  }
  check_pairs(part, kept.size(), space.decompose(part, kept.size(), five, 1e-6, never), 5, 1e-6);
}

TEST_CASE("the leading eigenspace gives way to LAPACK when nearly all is wanted") {
  const std::size_t n = 160;
  LeadingEigenspace space;
  for (const std::size_t count : {std::size_t{4}, n - 3, std::size_t{30}, n}) {
    const std::vector<double> a = spiked(n, 6, count);
    const SymmetricEigen some = space.decompose(
        a, n, [&](std::span<const double> values) { return std::min(values.size(), count); }, 1e-6, never);
    check_pairs(a, n, some, count, 1e-6);
  }
}

TEST_CASE("the leading eigenspace begins anew when no row of the last matrix is left") {
  const std::size_t n = 150;
  const auto five = [](std::span<const double>) { return std::size_t{5}; };
  const std::vector<double> a = spiked(n, 5, 3);
  for (const bool spread : {false, true}) {
    LeadingEigenspace space;
    check_pairs(a, n, space.decompose(a, n, five, 1e-6, never), 5, 1e-6);
    space.restrict_to(n, {});
    if (spread) space.spread_out(n, {});
    check_pairs(a, n, space.decompose(a, n, five, 1e-6, never), 5, 1e-6);
  }
}

TEST_CASE("the leading eigenspace stops when told to") {
  const std::size_t n = 200;
  LeadingEigenspace space;
  int asked = 0;
  const SymmetricEigen none = space.decompose(
      spiked(n, 5, 3), n, [](std::span<const double>) { return std::size_t{5}; }, 1e-9,
      [&] { return ++asked > 2; });
  CHECK(asked == 3);
  CHECK(none.values.empty());
}
