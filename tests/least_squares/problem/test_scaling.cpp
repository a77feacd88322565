#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/hybrid.hpp"
#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

constexpr std::size_t rows = 9;
constexpr std::size_t columns = 7;

/// A and b of a seed, column j times 2^exponents[j] and b times 2^of_b.
std::shared_ptr<const Instance> scaled_instance(std::uint64_t seed, const std::vector<int>& exponents,
                                                int of_b, bool sparse) {
  std::vector<double> values = test::normals(rows * columns, seed, 1);
  std::vector<double> b = test::normals(rows, seed, 2);
  std::vector<Matrix::Entry> entries;
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) {
      double& value = values[j * rows + i];
      value = std::ldexp(value, exponents[j]);
      if ((i + j) % 3 == 0 && sparse) value = 0.0;
      entries.push_back({static_cast<std::uint32_t>(i), static_cast<Index>(j), value});
    }
  }
  for (double& value : b) value = std::ldexp(value, of_b);
  return std::make_shared<Instance>(sparse ? Matrix::sparse(rows, columns, std::move(entries))
                                           : Matrix::dense(rows, columns, std::move(values)),
                                    std::move(b));
}

/// The least F of all supports (signs), each fitted; x of sparse kinds without a box.
double least_objective(const Problem& problem) {
  double least = std::numeric_limits<double>::infinity();
  const Constraint& constraint = problem.constraint;
  for (std::uint32_t set = 0; set < (1u << columns); ++set) {
    const auto size = static_cast<Index>(__builtin_popcount(set));
    std::vector<double> x(columns, 0.0);
    if (constraint.kind == ConstraintKind::sparse_c && size > constraint.s) continue;
    if (constraint.kind == ConstraintKind::binary_c && size != constraint.s) continue;
    for (std::size_t j = 0; j < columns; ++j) {
      const bool held = (set >> j & 1u) != 0;
      x[j] = held ? 1.0 : constraint.kind == ConstraintKind::binary ? -1.0 : 0.0;
    }
    if (is_sparse(constraint.kind)) {
      Problem one = problem;
      one.constraint = {.kind = ConstraintKind::sparse_c, .s = size};
      one.start = x;
      const Solution fitted = finish_solution(one, x, {}, StopReason::converged, 0, RunContext());
      x = test::full(fitted, columns);
    }
    least = std::min(least, objective_at(problem, x));
  }
  return least;
}

/// Columns of two sizes, up to 2^60 apart.
std::vector<int> spread(int k) {
  std::vector<int> exponents(columns);
  for (std::size_t j = 0; j < columns; ++j) exponents[j] = j % 2 == 0 ? k : k - std::min(60, std::abs(k));
  return exponents;
}

bool all_hold(const Certificate& certificate) {
  bool holds = certificate.single_exchange.value_or(true) && !certificate.stationarity.empty();
  for (const auto& report : certificate.stationarity) holds = holds && report.holds && report.complete;
  return holds;
}

/// The answer in one scale is that of another, value by value, and what is said of both is the same.
void check_same(const Problem& plain, const Problem& other, const std::vector<int>& exponents, int of_b,
                const std::string& method) {
  const RunContext run({.threads = 1});
  const Solution expected = solve(method, plain, {}, run);
  const Solution found = solve(method, other, {}, run);
  REQUIRE(found.support == expected.support);
  CHECK(std::ldexp(found.objective, -2 * of_b) == Approx(expected.objective).epsilon(1e-9));
  for (std::size_t i = 0; i < found.x.size(); ++i) {
    const int exponent = is_sparse(plain.constraint.kind) ? exponents[found.support[i]] - of_b : 0;
    CHECK(std::ldexp(found.x[i], exponent) == Approx(expected.x[i]).epsilon(1e-7));
  }
  CHECK(found.trace.back().weight == Approx(found.objective).epsilon(1e-9));
  const Certificate said = certify(other, found, {}, run);
  CHECK(all_hold(said) == all_hold(certify(plain, expected, {}, run)));
  if (method == "hybrid") CHECK(all_hold(said));
}

}  // namespace

TEST_CASE("least squares at any scale is least squares", "[slow]") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const bool sparse = seed % 2 == 0;
    const std::vector<int> ordinary(columns, 0);
    for (const int k : {-250, -130, -25, -7, 0, 7, 25, 130, 320}) {
      const std::vector<int> all(columns, k);
      for (const std::string method : {"hybrid", "omp", "swap"}) {
        CAPTURE(seed, k, method);
        const Problem plain = test::make_problem(scaled_instance(seed, ordinary, 0, sparse),
                                                 {.kind = ConstraintKind::sparse_c, .s = 3});
        Problem other = plain;
        // A, b, both, and every column by itself.
        other.instance = scaled_instance(seed, all, 0, sparse);
        check_same(plain, other, all, 0, method);
        other.instance = scaled_instance(seed, ordinary, k, sparse);
        check_same(plain, other, ordinary, k, method);
        other.instance = scaled_instance(seed, all, k, sparse);
        check_same(plain, other, all, k, method);
        other.instance = scaled_instance(seed, spread(k), -k / 2, sparse);
        check_same(plain, other, spread(k), -k / 2, method);
        if (method == "hybrid") {
          const double least = std::ldexp(least_objective(plain), -k / 2 * 2);
          CHECK(solve(method, other, {}, RunContext()).objective == Approx(least).epsilon(1e-9));
        }
      }
      // A price per nonzero goes with b squared, and a box with b over A.
      Problem plain = test::make_problem(scaled_instance(seed, ordinary, 0, sparse),
                                         {.kind = ConstraintKind::sparse, .lambda = 0.25});
      Problem other = plain;
      other.instance = scaled_instance(seed, spread(k), -k / 2, sparse);
      other.constraint.lambda = std::ldexp(0.25, -k / 2 * 2);
      check_same(plain, other, spread(k), -k / 2, "hybrid");
      plain.constraint.box = 0.5;
      other.instance = scaled_instance(seed, all, k, sparse);
      other.constraint = {.kind = ConstraintKind::sparse, .lambda = std::ldexp(0.25, 2 * k), .box = 0.5};
      check_same(plain, other, all, k, "hybrid");
      for (const ConstraintKind kind : {ConstraintKind::binary, ConstraintKind::binary_c}) {
        plain.constraint = other.constraint = {.kind = kind, .s = 3};
        check_same(plain, other, all, k, "hybrid");
        CHECK(solve("hybrid", other, {}, RunContext()).objective ==
              Approx(std::ldexp(least_objective(plain), 2 * k)).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("paths, typed options, starts and targets go by the scale") {
  const std::vector<int> ordinary(columns, 0);
  const Problem plain =
      test::make_problem(scaled_instance(5, ordinary, 0, false), {.kind = ConstraintKind::sparse_c, .s = 4});
  Problem other = plain;
  other.instance = scaled_instance(5, spread(300), 90, false);
  const RunContext run({.threads = 1});
  const std::vector<Solution> path = solve_path(plain, {}, run);
  const std::vector<Solution> scaled = solve_path(other, {}, run);
  REQUIRE(path.size() == scaled.size());
  for (std::size_t s = 0; s < path.size(); ++s) {
    CHECK(path[s].support == scaled[s].support);
    CHECK(std::ldexp(scaled[s].objective, -180) == Approx(path[s].objective).epsilon(1e-9));
  }
  CHECK(std::ldexp(hybrid_search(other, {}, run).objective, -180) ==
        Approx(hybrid_search(plain, {}, run).objective).epsilon(1e-9));
  // A start is feasible in its own scale, and no answer is worse.
  Problem begun = other;
  begun.start = std::vector<double>(columns, 0.0);
  const Solution best = solve("hybrid", other, {}, run);
  for (std::size_t i = 0; i < best.support.size(); ++i) (*begun.start)[best.support[i]] = best.x[i];
  begun.target = best.objective * 1.001;
  const Solution again = solve("hybrid", begun, {}, run);
  CHECK(again.objective <= begun.target);
  CHECK(again.stop_reason == StopReason::target);
  // The logistic loss: labels stay, columns go.
  Problem labels = test::make_problem(nullptr, {.kind = ConstraintKind::sparse_c, .s = 2});
  labels.loss = Loss::logistic;
  const std::vector<double> b = {1, -1, 1, 1, -1, -1, 1, -1, 1};
  Problem far = labels;
  labels.instance = std::make_shared<Instance>(plain.instance->a(), b);
  far.instance = std::make_shared<Instance>(scaled_instance(5, spread(300), 0, false)->a(), b);
  const Solution here = solve("hybrid", labels, {}, run);
  const Solution there = solve("hybrid", far, {}, run);
  CHECK(there.support == here.support);
  CHECK(there.objective == Approx(here.objective).epsilon(1e-9));
}
