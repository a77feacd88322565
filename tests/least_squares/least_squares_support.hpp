#pragma once

// Small instances and independent recomputation for the least-squares tests.

#include <cmath>
#include <memory>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/least_squares/problem.hpp>

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

}  // namespace lode::test
