#pragma once

// Small instances and independent recomputation for the least-squares tests.

#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/least_squares/problem.hpp>

#include "least_squares/problem/point.hpp"

namespace lode::least_squares {

/// The fit of a run that never stops.
inline std::vector<double> least_squares_on(const Instance& instance, std::span<const Index> support,
                                            double box = std::numeric_limits<double>::infinity()) {
  return least_squares_within(instance, support, box, RunContext()).value();
}

}  // namespace lode::least_squares

namespace lode::test {

namespace ls = lode::least_squares;

inline std::vector<double> normals(std::size_t count, std::uint64_t seed, std::uint64_t tag) {
  const Rng rng(seed, tag);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = rng.normal_at(i);
  return values;
}

/// Standard normal A (m x n) and b.
inline std::shared_ptr<const ls::Instance> normal_instance(std::size_t m, std::size_t n, std::uint64_t seed) {
  return std::make_shared<ls::Instance>(ls::Matrix::dense(m, n, normals(m * n, seed, 1)),
                                        normals(m, seed, 2));
}

inline ls::Problem make_problem(std::shared_ptr<const ls::Instance> instance, ls::Constraint constraint) {
  ls::Problem problem;
  problem.instance = std::move(instance);
  problem.constraint = constraint;
  return problem;
}

/// x in full from an answer.
inline std::vector<double> full(const ls::Solution& solution, std::size_t n) {
  std::vector<double> x(n, 0.0);
  for (std::size_t i = 0; i < solution.support.size(); ++i) x[solution.support[i]] = solution.x[i];
  return x;
}

/// F by its definition, value by value.
inline double plain_objective(const ls::Problem& problem, const std::vector<double>& x) {
  const ls::Instance& instance = *problem.instance;
  double sum = 0.0;
  for (std::size_t row = 0; row < instance.rows(); ++row) {
    double product = 0.0;
    for (ls::Index j = 0; j < instance.columns(); ++j) product += instance.a().value(row, j) * x[j];
    const double b = instance.b()[row];
    sum += problem.loss == ls::Loss::squared ? 0.5 * (product - b) * (product - b)
                                             : std::log(1.0 + std::exp(-b * product));
  }
  if (problem.constraint.kind == ls::ConstraintKind::sparse) {
    for (const double value : x) sum += value != 0.0 ? problem.constraint.lambda : 0.0;
  }
  return sum;
}

/// b = Ax exactly for an x of `nonzeros` values of magnitude 1 or 2, and a normal A: with many rows every
/// pursuit finds x.
struct Recoverable {
  std::shared_ptr<const ls::Instance> instance;
  std::vector<double> x;
};

inline Recoverable recoverable_instance(std::size_t m, std::size_t n, std::size_t nonzeros,
                                        std::uint64_t seed) {
  ls::Matrix a = ls::Matrix::dense(m, n, normals(m * n, seed, 1));
  Rng rng(seed, 77);
  std::vector<double> x(n, 0.0);
  for (std::size_t chosen = 0; chosen < nonzeros;) {
    double& value = x[rng.below(n)];
    if (value != 0.0) continue;
    value = (rng.below(2) == 0 ? 1.0 : 2.0) * (rng.below(2) == 0 ? 1.0 : -1.0);
    ++chosen;
  }
  std::vector<double> b = a.multiply(x);
  return {std::make_shared<ls::Instance>(std::move(a), std::move(b)), std::move(x)};
}

/// True if the answer is x up to rounding.
inline bool recovers(const ls::Solution& solution, const std::vector<double>& x) {
  const std::vector<double> found = full(solution, x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::abs(found[i] - x[i]) > 1e-8) return false;
  }
  return true;
}

}  // namespace lode::test
