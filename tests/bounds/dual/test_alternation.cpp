#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/dual/alternation.hpp"
#include "bounds/dual/core_graphs.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// The nearest point of { y : 0 <= y_j <= y_own <= 1, sum of y = s y_own } by bisection and a search for the
/// least distance, which is convex in y_own.
void project_exactly(std::vector<double>& row, std::size_t own, double s) {
  const std::vector<double> given = row;
  const auto project = [&](double t) {
    double low = -10.0;
    double high = 10.0;
    for (int i = 0; i < 100; ++i) {
      const double a = 0.5 * (low + high);
      double sum = 0.0;
      for (std::size_t j = 0; j < row.size(); ++j) sum += j == own ? 0.0 : std::clamp(given[j] - a, 0.0, t);
      (sum > (s - 1.0) * t ? low : high) = a;
    }
    double distance = (t - given[own]) * (t - given[own]);
    for (std::size_t j = 0; j < row.size(); ++j) {
      row[j] = j == own ? t : std::clamp(given[j] - high, 0.0, t);
      if (j != own) distance += (row[j] - given[j]) * (row[j] - given[j]);
    }
    return distance;
  };
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 100; ++i) {
    const double third = (high - low) / 3.0;
    (project(low + third) < project(high - third) ? high : low) =
        project(low + third) < project(high - third) ? high - third : low + third;
  }
  project(0.5 * (low + high));
}

}  // namespace

TEST_CASE("rows in single precision are projected where double precision projects them") {
  const Rng rng(3);
  std::uint64_t drawn = 1;
  for (std::size_t n : {2u, 7u, 8u, 9u, 40u, 133u}) {
    for (int round = 0; round < 40; ++round) {
      const auto s = static_cast<double>(2 + rng.at(++drawn) % (n - 1));
      const std::size_t own = rng.at(++drawn) % n;
      std::vector<double> exact(n);
      for (double& y : exact) y = 0.8 * rng.uniform_at(++drawn) - 0.35;
      std::vector<float> row(exact.begin(), exact.end());
      const float guess = round % 2 == 0 ? 0.0f : 0.3f;
      project_exactly(exact, own, s);
      if (!dual::project_float_row(row, own, static_cast<float>(s), guess))
        std::fill(row.begin(), row.end(), 0.0f);
      INFO("n = " << n << ", s = " << s << ", round " << round);
      for (std::size_t i = 0; i < n; ++i) REQUIRE(row[i] == Approx(exact[i]).margin(2e-4));
    }
  }
}

TEST_CASE("a row is projected to zero where its own entry and the largest others sum to less than zero") {
  const Rng rng(5);
  std::uint64_t drawn = 1;
  int zeros = 0;
  int others = 0;
  std::vector<float> scratch;
  for (std::size_t n : {3u, 8u, 21u, 64u}) {
    for (int round = 0; round < 60; ++round) {
      const std::size_t s = 2 + rng.at(++drawn) % (n - 1);
      const std::size_t own = rng.at(++drawn) % n;
      std::vector<float> row(n);
      for (float& y : row) y = static_cast<float>(rng.uniform_at(++drawn) - 0.5);
      const double top = dual::largest_entries(row, own, s, scratch).sum - static_cast<double>(row[own]);
      const double sum = 0.4 * (rng.uniform_at(++drawn) - 0.5);
      row[own] = static_cast<float>(sum - top);
      if (std::abs(sum) < 0.01) continue;
      const float guess = round % 2 == 0 ? 0.0f : 0.3f;
      INFO("n = " << n << ", s = " << s << ", round " << round << ", sum " << sum);
      CHECK(dual::project_float_row(row, own, static_cast<float>(s), guess) == (sum > 0.0));
      ++(sum > 0.0 ? others : zeros);
    }
  }
  CHECK(zeros > 80);
  CHECK(others > 80);
}

TEST_CASE("the largest entries of a row are its own and the largest others") {
  const Rng rng(8);
  std::uint64_t drawn = 1;
  std::vector<float> scratch;
  for (std::size_t n : {2u, 3u, 16u, 65u}) {
    for (std::size_t s = 2; s <= n; s += 1 + n / 7) {
      std::vector<float> row(n);
      for (float& x : row) x = static_cast<float>(rng.uniform_at(++drawn) - 0.5);
      const std::size_t own = rng.at(++drawn) % n;
      std::vector<float> others = row;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(own));
      std::sort(others.rbegin(), others.rend());
      double sum = static_cast<double>(row[own]);
      for (std::size_t i = 0; i + 1 < s; ++i) sum += static_cast<double>(others[i]);
      const dual::LargestEntries found = dual::largest_entries(row, own, s, scratch);
      INFO("n = " << n << ", s = " << s);
      CHECK(found.sum == Approx(sum).margin(1e-6));
      CHECK(found.least == others[s - 2]);
    }
  }
  double least = 0.0;
  CHECK(dual::sum_of_largest({1.0, 5.0, -2.0, 4.0}, 3, &least) == 10.0);
  CHECK(least == 1.0);
}
