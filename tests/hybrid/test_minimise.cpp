// hybrid::minimise against brute force, and what it refuses.
#include <bit>
#include <cmath>
#include <functional>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/hybrid/minimise.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::hybrid;

namespace {

struct MinimiseCase {
  std::size_t n = 0;
  std::vector<double> q;
  std::vector<double> p;

  double at(const std::vector<double>& x) const {
    double value = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      value += p[i] * x[i];
      for (std::size_t j = 0; j < n; ++j) value += 0.5 * x[i] * q[i * n + j] * x[j];
    }
    return value;
  }
};

struct OwnedRows {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<Coordinate> columns;
  std::vector<double> values;
  CompressedRows view() const { return {offsets, columns, values}; }
};

OwnedRows rows_of(const MinimiseCase& form) {
  OwnedRows rows;
  for (std::size_t i = 0; i < form.n; ++i) {
    for (std::size_t j = 0; j < form.n; ++j) {
      if (form.q[i * form.n + j] == 0.0) continue;
      rows.columns.push_back(static_cast<Coordinate>(j));
      rows.values.push_back(form.q[i * form.n + j]);
    }
    rows.offsets.push_back(rows.columns.size());
  }
  return rows;
}

/// A third of the pairs are coupled.
MinimiseCase random_case(std::size_t n, std::uint64_t seed) {
  Rng rng(seed, 31);
  MinimiseCase form{n, std::vector<double>(n * n, 0.0), {}};
  for (std::size_t i = 0; i < n; ++i) {
    form.p.push_back(rng.uniform() - 0.5);
    for (std::size_t j = 0; j <= i; ++j) {
      if (rng.below(3) == 0) form.q[i * n + j] = form.q[j * n + i] = rng.uniform() - 0.5;
    }
  }
  return form;
}

/// True if elimination without pivoting meets positive pivots only: the definition of a definite matrix.
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

/// Positive definite, of rank-one terms on few coordinates each.
MinimiseCase random_definite(std::size_t n, std::uint64_t seed) {
  Rng rng(seed, 32);
  MinimiseCase form{n, std::vector<double>(n * n, 0.0), {}};
  for (std::size_t i = 0; i < n; ++i) {
    form.p.push_back(4.0 * rng.uniform() - 2.0);
    form.q[i * n + i] = 0.2;
  }
  for (std::size_t term = 0; term < n; ++term) {
    std::vector<std::pair<std::size_t, double>> vector;
    for (int i = 0; i < 3; ++i) vector.emplace_back(rng.below(n), rng.uniform() - 0.5);
    for (const auto& [i, a] : vector) {
      for (const auto& [j, b] : vector) form.q[i * n + j] += a * b;
    }
  }
  // Sums in another order: made symmetric to the last bit.
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) form.q[i * n + j] = form.q[j * n + i];
  }
  return form;
}

/// The minimiser over the members of `set` inside the box, by coordinate descent to the last digits.
std::vector<double> refit(const MinimiseCase& form, std::uint64_t set, double box) {
  std::vector<double> x(form.n, 0.0);
  for (int round = 0; round < 20000; ++round) {
    double moved = 0.0;
    for (std::size_t i = 0; i < form.n; ++i) {
      if (!(set >> i & 1u)) continue;
      double slope = form.p[i];
      for (std::size_t j = 0; j < form.n; ++j) slope += form.q[i * form.n + j] * x[j];
      const double next = std::clamp(x[i] - slope / form.q[i * (form.n + 1)], -box, box);
      moved = std::max(moved, std::abs(next - x[i]));
      x[i] = next;
    }
    if (moved < 1e-14) break;
  }
  return x;
}

/// The least value over all sets of the members that `admits`, each with the point that `point` makes of it.
double least_over_sets(const MinimiseCase& form, const std::function<bool(std::uint64_t)>& admits,
                       const std::function<std::vector<double>(std::uint64_t)>& point, double lambda = 0.0) {
  double least = 1e300;
  for (std::uint64_t set = 0; set < std::uint64_t{1} << form.n; ++set) {
    if (!admits(set)) continue;
    least = std::min(least, form.at(point(set)) + lambda * std::popcount(set));
  }
  return least;
}

bool any_set(std::uint64_t) { return true; }

double brute_force_over(const MinimiseCase& form, const Binary&) {
  return least_over_sets(form, any_set, [&](std::uint64_t set) {
    std::vector<double> x(form.n);
    for (std::size_t i = 0; i < form.n; ++i) x[i] = set >> i & 1u ? 1.0 : -1.0;
    return x;
  });
}
double brute_force_over(const MinimiseCase& form, const BinaryC& constraint) {
  return least_over_sets(
      form, [&](std::uint64_t set) { return std::popcount(set) == static_cast<int>(constraint.s); },
      [&](std::uint64_t set) {
        std::vector<double> x(form.n);
        for (std::size_t i = 0; i < form.n; ++i) x[i] = set >> i & 1u ? 1.0 : 0.0;
        return x;
      });
}
double brute_force_over(const MinimiseCase& form, const Sparse& constraint) {
  return least_over_sets(
      form, any_set, [&](std::uint64_t set) { return refit(form, set, constraint.box); }, constraint.lambda);
}
double brute_force_over(const MinimiseCase& form, const SparseC& constraint) {
  return least_over_sets(
      form, [&](std::uint64_t set) { return std::popcount(set) <= static_cast<int>(constraint.s); },
      [&](std::uint64_t set) { return refit(form, set, INFINITY); });
}

/// Both forms of Q give the same answer, whose value is that of its point.
Minimum minimise_both(const MinimiseCase& form, const AnyConstraint& constraint,
                      const MinimiseOptions& options = {}, const RunContext& run = RunContext()) {
  const Minimum dense = minimise(form.q, form.p, constraint, options, run);
  const OwnedRows rows = rows_of(form);
  const Minimum sparse = minimise(rows.view(), form.p, constraint, options, run);
  CHECK(dense.x == sparse.x);
  CHECK(dense.value == sparse.value);
  CHECK(dense.iterations == sparse.iterations);
  const auto nonzeros = std::count_if(dense.x.begin(), dense.x.end(), [](double v) { return v != 0.0; });
  const auto* const penalty = std::get_if<Sparse>(&constraint);
  const double lambda = penalty ? penalty->lambda : 0.0;
  CHECK(dense.value == Approx(form.at(dense.x) + lambda * static_cast<double>(nonzeros)).margin(1e-12));
  return dense;
}

template <class Con>
void require_optimal(const MinimiseCase& form, const Con& constraint) {
  const Minimum answer = minimise_both(form, constraint);
  CHECK(answer.value == Approx(brute_force_over(form, constraint)).margin(1e-9));
  CHECK(answer.stop_reason == StopReason::optimal);
  CHECK(answer.stationarity.mode == StationarityMode::exhaustive);
}

/// `copies` forms side by side that nothing couples, their coordinates mixed.
MinimiseCase side_by_side(const std::vector<MinimiseCase>& parts) {
  const std::size_t size = parts.front().n;
  const std::size_t n = size * parts.size();
  MinimiseCase form{n, std::vector<double>(n * n, 0.0), std::vector<double>(n)};
  for (std::size_t c = 0; c < parts.size(); ++c) {
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t row = i * parts.size() + c;
      form.p[row] = parts[c].p[i];
      for (std::size_t j = 0; j < size; ++j) {
        form.q[row * n + j * parts.size() + c] = parts[c].q[i * size + j];
      }
    }
  }
  return form;
}

std::size_t ones_of(const std::vector<double>& x) {
  return static_cast<std::size_t>(std::count(x.begin(), x.end(), 1.0));
}

}  // namespace

TEST_CASE("small quadratic forms are minimised exactly, by brute force, under every constraint") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const std::size_t n = 1 + seed;
    const MinimiseCase form = random_case(n, seed);
    require_optimal(form, Binary{});
    require_optimal(form, BinaryC{.s = static_cast<Coordinate>(1 + seed / 3)});
    const MinimiseCase definite = random_definite(n, seed);
    require_optimal(definite, Sparse{.lambda = 0.5});
    require_optimal(definite, SparseC{.s = static_cast<Coordinate>(1 + seed / 4)});
    if (n <= 8) require_optimal(definite, Sparse{.lambda = 0.3, .box = 0.7});
  }
  const MinimiseCase large = random_case(16, 77);
  require_optimal(large, Binary{});
  require_optimal(large, BinaryC{.s = 7});
}

TEST_CASE("small quadratic forms are minimised exactly where values are tiny") {
  const std::vector<double> q = {1e-13, 0.0, 0.0, 0.0, 2e-13, 0.0, 0.0, 0.0, 3e-13};
  const Minimum best =
      minimise(q, std::vector<double>(3, 0.0), BinaryC{.s = 1}, {.start = {0.0, 0.0, 1.0}}, RunContext());
  CHECK(best.x == std::vector<double>{1.0, 0.0, 0.0});
  CHECK(best.stop_reason == StopReason::optimal);
}

TEST_CASE("small quadratic forms of nearly dependent variables are not called minimised") {
  const double coupling = 1.0 - 1e-12;
  const std::vector<double> q = {1.0, coupling, coupling, 1.0};
  const Minimum best = minimise(q, std::vector<double>{-1.0, 1.0}, SparseC{.s = 2});
  CHECK(best.value > -1e9);  // about -1e12 is right
  CHECK(best.stop_reason == StopReason::converged);
  CHECK_FALSE(best.stationarity.complete);
}

TEST_CASE("larger quadratic forms: descent and kicks find the optimum of parts that nothing couples") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    std::vector<MinimiseCase> parts;
    std::vector<MinimiseCase> definite;
    double signs = 0.0;
    double sparse = 0.0;
    for (std::uint64_t c = 0; c < 4; ++c) {
      parts.push_back(random_case(8, 10 * seed + c));
      definite.push_back(random_definite(8, 10 * seed + c));
      signs += brute_force_over(parts.back(), Binary{});
      sparse += brute_force_over(definite.back(), Sparse{.lambda = 0.4});
    }
    const Minimum with_signs = minimise_both(side_by_side(parts), Binary{});
    CHECK(with_signs.value == Approx(signs).margin(1e-9));
    CHECK(with_signs.stop_reason == StopReason::converged);
    CHECK(with_signs.stationarity.holds);
    CHECK(with_signs.stationarity.complete);
    CHECK(with_signs.stationarity.blocks == 1000);
    CHECK(minimise_both(side_by_side(definite), Sparse{.lambda = 0.4}).value == Approx(sparse).margin(1e-9));
  }
}

TEST_CASE("larger quadratic forms under a number of ones or nonzeros: the best of all sets") {
  constexpr std::size_t n = 24;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const MinimiseCase form = random_case(n, seed);
    double best = 1e300;
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        for (std::size_t c = 0; c < b; ++c) {
          std::vector<double> x(n, 0.0);
          x[a] = x[b] = x[c] = 1.0;
          best = std::min(best, form.at(x));
        }
      }
    }
    const Minimum ones = minimise_both(form, BinaryC{.s = 3});
    CHECK(ones.value == Approx(best).margin(1e-12));
    CHECK(ones_of(ones.x) == 3);

    const MinimiseCase definite = random_definite(n, seed);
    best = 1e300;
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        best = std::min(
            best, definite.at(refit(definite, std::uint64_t{1} << a | std::uint64_t{1} << b, INFINITY)));
      }
    }
    CHECK(minimise_both(definite, SparseC{.s = 2}).value == Approx(best).margin(1e-9));
  }
}

TEST_CASE("a minimum is no worse than its start, and kicks never make it worse") {
  const MinimiseCase form = random_case(60, 5);
  std::vector<double> start(60, 0.0);
  std::fill_n(start.begin(), 15, 1.0);
  MinimiseOptions options{.working_set = {4, 2}, .start = start, .kicks = 0};
  const Minimum once = minimise_both(form, BinaryC{.s = 15}, options);
  options.kicks = 30;
  const Minimum kicked = minimise_both(form, BinaryC{.s = 15}, options);
  CHECK(once.value < form.at(start));
  CHECK(kicked.value <= once.value);
  CHECK(kicked.iterations > once.iterations);
  CHECK(kicked.x == minimise(form.q, form.p, BinaryC{.s = 15}, options).x);
}

TEST_CASE("a minimum says why it ends") {
  const MinimiseCase form = random_case(60, 6);
  const BinaryC constraint{.s = 20};
  const Minimum free = minimise(form.q, form.p, constraint);
  const Minimum target = minimise(form.q, form.p, constraint, {.target = free.value + 0.5});
  CHECK(target.stop_reason == StopReason::target);
  CHECK(target.value <= free.value + 0.5);
  CHECK(target.iterations < free.iterations);
  const Minimum limited = minimise(form.q, form.p, constraint, {.max_iterations = 7});
  CHECK(limited.stop_reason == StopReason::iterations);
  CHECK(limited.iterations == 7);
  CHECK_FALSE(limited.stationarity.complete);
  std::atomic<bool> cancel{true};
  const Minimum cancelled = minimise(form.q, form.p, constraint, {}, RunContext({.cancel = &cancel}));
  CHECK(cancelled.stop_reason == StopReason::interrupted);
  CHECK(cancelled.iterations == 0);
  CHECK(ones_of(cancelled.x) == 20);
  test::FakeClock clock(0.01);
  const Minimum late = minimise_both(random_definite(60, 6), SparseC{.s = 9}, {},
                                     RunContext({.time_limit = 0.0, .clock = &clock}));
  CHECK(late.stop_reason == StopReason::deadline);
  CHECK(late.x == std::vector<double>(60, 0.0));
}

TEST_CASE("under the sparse constraints a form is taken exactly when it is positive definite") {
  int definite = 0;
  const MinimiseOptions brief{.kicks = 0, .max_iterations = 1, .checked_blocks = 1};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    MinimiseCase form = random_case(1 + seed % 12, seed);
    for (std::size_t i = 0; i < form.n; ++i) form.q[i * (form.n + 1)] = 2.0 * Rng(seed, 33).uniform_at(i);
    const bool expected = has_positive_pivots(form.q, form.n);
    const OwnedRows rows = rows_of(form);
    const auto taken = [&](const auto& q) {
      try {
        minimise(q, form.p, Sparse{.lambda = 0.1}, brief);
        return true;
      } catch (const InvalidArgument&) {
        return false;
      }
    };
    CAPTURE(seed);
    CHECK(taken(form.q) == expected);
    CHECK(taken(rows.view()) == expected);
    definite += expected ? 1 : 0;
  }
  CHECK(definite > 30);
  CHECK(definite < 170);
}

TEST_CASE("forms, constraints and options that cannot be are refused") {
  const MinimiseCase form = random_definite(5, 1);
  const auto refused = [](const std::vector<double>& q, const std::vector<double>& p,
                          const AnyConstraint& constraint, const MinimiseOptions& options = {}) {
    CHECK_THROWS_AS(minimise(q, p, constraint, options), InvalidArgument);
  };
  refused({}, {}, Binary{});
  refused(form.q, {1.0, 2.0}, Binary{});
  for (const double bad : {double(NAN), double(INFINITY), 1000.0}) {  // 1000: no longer symmetric
    std::vector<double> q = form.q;
    q[1] = bad;
    refused(q, form.p, Binary{});
  }
  refused(form.q, {1.0, 2.0, 3.0, 4.0, NAN}, SparseC{.s = 1});
  for (const Coordinate s : {0u, 6u}) {
    refused(form.q, form.p, BinaryC{.s = s});
    refused(form.q, form.p, SparseC{.s = s});
  }
  refused(form.q, form.p, Sparse{.lambda = -1.0});
  refused(form.q, form.p, Sparse{.lambda = INFINITY});
  refused(form.q, form.p, Sparse{.box = NAN});
  refused(form.q, form.p, Binary{}, {.working_set = {40, 40}});
  refused(form.q, form.p, Binary{}, {.target = NAN});
  refused(form.q, form.p, Binary{}, {.start = {1.0, -1.0}});
  refused(form.q, form.p, Binary{}, {.start = {1.0, -1.0, 0.0, 1.0, 1.0}});
  refused(form.q, form.p, BinaryC{.s = 2}, {.start = {1.0, 0.0, 0.0, 0.0, 0.0}});
  refused(form.q, form.p, BinaryC{.s = 2}, {.start = {1.0, 1.0, 0.5, 0.0, 0.0}});
  refused(form.q, form.p, SparseC{.s = 1}, {.start = {1.0, 2.0, 0.0, 0.0, 0.0}});
  refused(form.q, form.p, Sparse{.box = 1.0}, {.start = {2.0, 0.0, 0.0, 0.0, 0.0}});

  // Not positive definite: F has no minimum over real values, and one over signs.
  const std::vector<double> saddle = {1.0, 2.0, 2.0, 1.0};
  refused(saddle, {0.0, 1.0}, Sparse{.lambda = 1.0});
  refused(saddle, {0.0, 1.0}, SparseC{.s = 1});
  CHECK(minimise(saddle, std::vector<double>{0.0, 1.0}, Binary{}).value == -2.0);

  const std::vector<double> p = {0.0, 1.0};
  const auto rows_refused = [&](const OwnedRows& rows, const AnyConstraint& constraint) {
    CHECK_THROWS_AS(minimise(rows.view(), p, constraint), InvalidArgument);
  };
  const OwnedRows good{{0, 2, 4}, {0, 1, 0, 1}, {1.0, 2.0, 2.0, 1.0}};
  CHECK(minimise(good.view(), p, Binary{}).value == -2.0);
  rows_refused(good, SparseC{.s = 1});
  rows_refused({{0, 2}, {0, 1}, {1.0, 2.0}}, Binary{});                             // one row
  rows_refused({{0, 2, 3}, {0, 1, 0, 1}, {1.0, 2.0, 2.0, 1.0}}, Binary{});          // ends early
  rows_refused({{0, 5, 4}, {0, 1, 0, 1}, {1.0, 2.0, 2.0, 1.0}}, Binary{});          // falls
  rows_refused({{0, 2, 4}, {0, 1, 0, 1}, {1.0, 2.0, 2.0}}, Binary{});               // a value is missing
  rows_refused({{0, 2, 4}, {1, 0, 0, 1}, {2.0, 1.0, 2.0, 1.0}}, Binary{});          // columns fall
  rows_refused({{0, 2, 4}, {0, 2, 0, 1}, {1.0, 2.0, 2.0, 1.0}}, Binary{});          // no such column
  rows_refused({{0, 2, 3}, {0, 1, 1}, {1.0, 2.0, 1.0}}, Binary{});                  // no mirror image
  rows_refused({{0, 2, 4}, {0, 1, 0, 1}, {1.0, 2.0, double(NAN), 1.0}}, Binary{});  // not a number
}
