// Sparse answers inside a box where columns depend on each other, against all supports.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

struct Boxed {
  std::size_t m, n;
  std::vector<double> columns, b;
  double lambda, box;

  Problem problem() const {
    return test::make_problem(std::make_shared<Instance>(Matrix::dense(m, n, columns), b),
                              {ConstraintKind::sparse, 0, lambda, box});
  }
  long double residual(const std::vector<long double>& x) const {
    long double sum = 0.0L;
    for (std::size_t i = 0; i < m; ++i) {
      long double r = -static_cast<long double>(b[i]);
      for (std::size_t j = 0; j < n; ++j) r += columns[j * m + i] * x[j];
      sum += r * r;
    }
    return sum / 2.0L;
  }
  /// The least residual of a support: one variable after the other, until nothing moves.
  long double least_residual(std::uint32_t support) const {
    std::vector<long double> x(n, 0.0L);
    for (int pass = 0; pass < 20000; ++pass) {
      long double moved = 0.0L;
      for (std::size_t j = 0; j < n; ++j) {
        if ((support >> j & 1) == 0) continue;
        long double slope = 0.0L, square = 0.0L;
        for (std::size_t i = 0; i < m; ++i) {
          long double r = -static_cast<long double>(b[i]);
          for (std::size_t k = 0; k < n; ++k) r += columns[k * m + i] * x[k];
          slope += columns[j * m + i] * r;
          square += static_cast<long double>(columns[j * m + i]) * columns[j * m + i];
        }
        if (square == 0.0L) continue;
        const long double limit = box;
        const long double next = std::clamp(x[j] - slope / square, -limit, limit);
        moved = std::max(moved, std::abs(next - x[j]));
        x[j] = next;
      }
      if (moved < 1e-14L) break;
    }
    return residual(x);
  }
  long double best() const {
    long double best = INFINITY;
    for (std::uint32_t support = 0; support < 1u << n; ++support) {
      const int count = std::popcount(support);
      best = std::min(best, least_residual(support) + static_cast<long double>(lambda) * count);
    }
    return best;
  }
};

/// Few rows, and copies of columns, so that most sets of columns depend on each other.
Boxed random_boxed(std::uint64_t seed) {
  Rng rng(seed, 61);
  Boxed made{1 + rng.below(3), 2 + rng.below(4), {}, {}, 0.05 + 0.2 * rng.uniform(), 0.25 + rng.uniform()};
  const auto entry = [&] { return std::round(8.0 * rng.uniform() - 4.0) / 2.0; };
  for (std::size_t j = 0; j < made.n; ++j) {
    const bool copy = j > 0 && rng.below(3) == 0;
    for (std::size_t i = 0; i < made.m; ++i)
      made.columns.push_back(copy ? made.columns[(j - 1) * made.m + i] : entry());
  }
  for (std::size_t i = 0; i < made.m; ++i) made.b.push_back(3.0 * entry());
  return made;
}

}  // namespace

TEST_CASE("two equal columns inside a box are used together") {
  const Boxed pair{1, 2, {1.0, 1.0}, {2.0}, 0.1, 1.0};
  const Solution best = solve("hybrid", pair.problem(), {}, RunContext());
  CHECK(best.objective == Approx(0.2));
  CHECK(best.stop_reason == StopReason::optimal);
}

TEST_CASE("sparse answers inside a box are optimal where columns depend on each other") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Boxed made = random_boxed(seed);
    const Solution found = solve("hybrid", made.problem(), {}, RunContext());
    INFO("seed " << seed);
    CHECK(found.stop_reason == StopReason::optimal);
    CHECK(found.objective == Approx(static_cast<double>(made.best())).epsilon(1e-9).margin(1e-9));
  }
}

TEST_CASE("a price that has no double in the scale of b makes 0 the answer") {
  const Boxed tiny{1, 2, {1.0, 2.0}, {1e-90}, 1.0, INFINITY};
  const Solution best = solve("hybrid", tiny.problem(), {}, RunContext());
  CHECK(best.support.empty());
  CHECK(best.stop_reason == StopReason::optimal);
  Problem begun = tiny.problem();
  begun.start = std::vector<double>{1e-90, 0.0};
  CHECK(solve("hybrid", begun, {}, RunContext()).support.empty());
}

TEST_CASE("a start of large values does not make answers inside a box worse") {
  const Boxed boxed{2, 2, {-2.0, 0.0, 2.0, 0.0}, {-2.0, 1.0}, 0.3, 1e8};
  Problem problem = boxed.problem();
  for (const double value : {1e4, 1e8}) {
    CAPTURE(value);
    problem.start = {value, value};
    const Solution solution = solve("hybrid", problem, {}, RunContext());
    CHECK(solution.objective == Approx(0.8));
    CHECK(solution.support.size() == 1);
    CHECK(solution.stop_reason == StopReason::optimal);
  }
}
