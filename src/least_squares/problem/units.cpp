#include "least_squares/problem/units.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lode::least_squares::detail {
namespace {

double largest_magnitude(std::span<const double> values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

/// The exponent of the power of two next above a magnitude; 0 for 0.
int exponent_of(double magnitude) {
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return exponent;
}

std::vector<double> divided(std::span<const double> values, int exponent) {
  std::vector<double> result(values.begin(), values.end());
  for (double& value : result) value = std::ldexp(value, -exponent);
  return result;
}

Matrix divided(const Matrix& a, int exponent) {
  if (a.is_dense()) return Matrix::dense(a.rows(), a.columns(), divided(a.dense_values(), exponent));
  std::vector<Matrix::Entry> entries;
  for (Index j = 0; j < a.columns(); ++j) {
    for (std::size_t k = 0; k < a.entry_rows(j).size(); ++k) {
      entries.push_back({a.entry_rows(j)[k], j, std::ldexp(a.entry_values(j)[k], -exponent)});
    }
  }
  return Matrix::sparse(a.rows(), a.columns(), std::move(entries));
}

}  // namespace

UnitProblem::UnitProblem(const Problem& problem) : problem_(problem) {
  const Matrix& a = problem.instance->a();
  double most = 0.0;
  for (Index j = 0; j < a.columns(); ++j) {
    most = std::max(most, largest_magnitude(a.is_dense() ? a.dense_column(j) : a.entry_values(j)));
  }
  int of_a = exponent_of(most);
  int of_b = exponent_of(largest_magnitude(problem.instance->b()));
  if (!is_sparse(problem.constraint.kind)) of_a = of_b = std::max(of_a, of_b);
  if (problem.loss == Loss::logistic) of_b = 0;  // labels
  if (std::abs(of_a) <= 20 && of_b >= -4 && of_b <= 40) return;
  if (problem.loss == Loss::squared) exponent_of_objective_ = 2 * of_b;
  exponent_of_x_ = is_sparse(problem.constraint.kind) ? of_b - of_a : 0;
  problem_.instance =
      std::make_shared<const Instance>(divided(a, of_a), divided(problem.instance->b(), of_b));
  problem_.target = std::ldexp(problem.target, -exponent_of_objective_);
  problem_.constraint.lambda = std::ldexp(problem.constraint.lambda, -exponent_of_objective_);
  problem_.constraint.box = std::ldexp(problem.constraint.box, -exponent_of_x_);
  if (problem_.start) problem_.start = divided(*problem_.start, exponent_of_x_);
}

Solution UnitProblem::inward(Solution solution) const {
  solution.x = divided(solution.x, exponent_of_x_);
  return solution;
}

Solution UnitProblem::outward(Solution solution) const {
  solution.x = divided(solution.x, -exponent_of_x_);
  solution.objective = std::ldexp(solution.objective, exponent_of_objective_);
  for (TracePoint& point : solution.trace) point.weight = std::ldexp(point.weight, exponent_of_objective_);
  return solution;
}

}  // namespace lode::least_squares::detail
