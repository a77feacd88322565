// Signs and ones where columns are so large that their products hide what the small ones do.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/least_squares_support.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

/// A and b of integers, over a common divisor.
struct Whole {
  std::size_t m, n;
  std::vector<std::int64_t> columns, b;
  double divisor = 1.0;

  std::vector<double> divided(const std::vector<std::int64_t>& values) const {
    std::vector<double> result;
    for (const std::int64_t value : values) result.push_back(static_cast<double>(value) / divisor);
    return result;
  }
  Problem problem(const Constraint& constraint) const {
    return test::make_problem(std::make_shared<Instance>(Matrix::dense(m, n, divided(columns)), divided(b)),
                              constraint);
  }
  /// F without rounding but that of the squares.
  double value(const std::vector<int>& x) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < m; ++i) {
      std::int64_t r = -b[i];
      for (std::size_t j = 0; j < n; ++j) r += columns[j * m + i] * x[j];
      const double part = static_cast<double>(r) / divisor;
      sum += 0.5 * part * part;
    }
    return sum;
  }
  std::vector<int> point(const Constraint& constraint, std::uint32_t code) const {
    std::vector<int> x;
    for (std::size_t j = 0; j < n; ++j) {
      const int on = static_cast<int>(code >> j & 1u);
      x.push_back(constraint.kind == ConstraintKind::binary ? 2 * on - 1 : on);
    }
    return x;
  }
  double least(const Constraint& constraint) const {
    double best = std::numeric_limits<double>::infinity();
    for (std::uint32_t code = 0; code < (1u << n); ++code) {
      const bool counts_ones = constraint.kind == ConstraintKind::binary_c;
      if (counts_ones && static_cast<Index>(std::popcount(code)) != constraint.s) continue;
      best = std::min(best, value(point(constraint, code)));
    }
    return best;
  }
  /// Whether flips of at most two coordinates, or an exchange, get clearly below F(x).
  bool pair_improves(const Constraint& constraint, const std::vector<double>& x) const {
    std::vector<int> z;
    for (const double each : x) z.push_back(static_cast<int>(each));
    const double limit = value(z) * (1.0 - 1e-9);
    const bool signs = constraint.kind == ConstraintKind::binary;
    const auto flip = [&](std::size_t i) { z[i] = signs ? -z[i] : 1 - z[i]; };
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = signs ? i : i + 1; j < n; ++j) {
        if (!signs && z[i] == z[j]) continue;
        flip(i);
        if (j != i) flip(j);
        const double moved = value(z);
        flip(i);
        if (j != i) flip(j);
        if (moved < limit) return true;
      }
    }
    return false;
  }
};

/// Columns of magnitudes 1 to 10^9, some of which nearly cancel.
Whole wide(std::uint64_t seed, std::size_t m, std::size_t n) {
  Whole whole{m, n, {}, {}, 10.0};
  Rng rng(seed, 77);
  const auto up_to = [&](std::uint64_t most) {
    return static_cast<std::int64_t>(rng.below(2 * most + 1)) - static_cast<std::int64_t>(most);
  };
  for (std::size_t j = 0; j < n; ++j) {
    const auto scale = static_cast<std::int64_t>(std::pow(10.0, static_cast<double>(rng.below(10))));
    const bool nearly_again = j > 0 && rng.below(3) == 0;
    for (std::size_t i = 0; i < m; ++i) {
      whole.columns.push_back(nearly_again ? whole.columns[(j - 1) * m + i] + up_to(3) : scale * up_to(9));
    }
  }
  for (std::size_t i = 0; i < m; ++i) whole.b.push_back(up_to(20));
  return whole;
}

void check_certificate(const Whole& whole, const Constraint& constraint, const Problem& problem,
                       const Solution& solution) {
  const Certificate certificate = certify(problem, solution, {.k = 2}, RunContext());
  for (const auto& report : certificate.stationarity) {
    if (report.k != 2) continue;
    const bool improves = whole.pair_improves(constraint, test::full(solution, whole.n));
    CHECK(report.complete);
    if (improves) CHECK_FALSE(report.holds);
    if (!improves) CHECK(report.holds);
  }
  CHECK_FALSE(certificate.stopped);
}

}  // namespace

TEST_CASE("signs and ones beside columns of 10^8 are optimal where they are called so") {
  const auto ones = test::make_problem(
      std::make_shared<Instance>(Matrix::dense(1, 4, {1e8, 0.5, 0.0, 1.0}), std::vector<double>{1.0}),
      {ConstraintKind::binary_c, 2});
  const Solution two = solve("hybrid", ones, {}, RunContext());
  CHECK(two.support == std::vector<Index>{2, 3});
  CHECK(two.objective == 0.0);
  CHECK(two.stop_reason == StopReason::optimal);
  Solution worse = two;
  worse.support = {1, 2};
  worse.x = {1.0, 1.0};
  const Certificate certificate = certify(ones, worse, {}, RunContext());
  CHECK(certificate.stationarity.at(1).k == 2);
  CHECK_FALSE(certificate.stationarity.at(1).holds);

  const auto signs = test::make_problem(
      std::make_shared<Instance>(Matrix::dense(1, 5, {1e9, 1e9, 0.5, 0.3, 1.0}), std::vector<double>{1.2}),
      {ConstraintKind::binary});
  for (const double first : {1.0, -1.0}) {
    Problem problem = signs;
    problem.start = {first, -first, -1.0, -1.0, -1.0};
    const Solution solution = solve("hybrid", problem, {}, RunContext());
    CHECK(solution.objective < 1e-12);
    CHECK(solution.stop_reason == StopReason::optimal);
    CHECK(solution.x[2] == 1.0);
    CHECK(solution.x[3] == -1.0);
    CHECK(solution.x[4] == 1.0);
  }
}

TEST_CASE("signs and ones of wide scales against all points, without rounding") {
  int wide_problems = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const Whole whole = wide(seed, 1 + seed % 3, 4 + seed % 6);
    for (const Constraint& constraint :
         {Constraint{ConstraintKind::binary}, Constraint{ConstraintKind::binary_c, 2}}) {
      const Problem problem = whole.problem(constraint);
      const Solution solution = solve("hybrid", problem, {}, RunContext());
      const double best = whole.least(constraint);
      CHECK(solution.stop_reason == StopReason::optimal);
      CHECK(solution.objective == Approx(best).epsilon(1e-6).margin(1e-12));
      wide_problems += best < 1e-9 * problem.instance->column_squares()[0];
      check_certificate(whole, constraint, problem, solution);
      // Of a point that is no optimum.
      const std::vector<int> any = whole.point(constraint, 3);
      const std::vector<double> x(any.begin(), any.end());
      check_certificate(whole, constraint, problem,
                        finish_solution(problem, x, {}, StopReason::converged, 0, RunContext()));
    }
  }
  CHECK(wide_problems > 10);
}

TEST_CASE("the best flips are those of the least F, and a search that is stopped tells none") {
  const Whole whole = wide(4, 3, 9);
  for (const Constraint& constraint :
       {Constraint{ConstraintKind::binary}, Constraint{ConstraintKind::binary_c, 4}}) {
    const Problem problem = whole.problem(constraint);
    const std::vector<int> start = whole.point(constraint, 0b10110100);
    const std::vector<double> x(start.begin(), start.end());
    const std::vector<Index> all = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    const auto flips = least_squares::best_flips(problem, x, all, 0.0, RunContext());
    std::vector<int> moved = start;
    for (const Index i : flips.value()) {
      moved[i] = constraint.kind == ConstraintKind::binary ? -moved[i] : 1 - moved[i];
    }
    CHECK(whole.value(moved) == Approx(whole.least(constraint)).epsilon(1e-6));
  }
  std::vector<Index> many(20);
  std::iota(many.begin(), many.end(), Index{0});
  const Problem large = test::make_problem(test::normal_instance(3, 20, 1), {ConstraintKind::binary});
  const RunContext stopped({.time_limit = 0.0});
  CHECK_FALSE(least_squares::best_flips(large, std::vector<double>(20, 1.0), many, 0.0, stopped));
}
