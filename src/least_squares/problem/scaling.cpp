#include "least_squares/problem/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <lode/core/error.hpp>

namespace lode::least_squares::detail {
namespace {

/// Ordinary columns, and how far they may be apart: values of x that are 1e-12 of the largest count as noise.
constexpr int ordinary_column = 20;
constexpr int ordinary_spread = 24;
/// Ordinary b: a decrease of F below 1e-12 counts as none.
constexpr int smallest_ordinary_b = -4;
constexpr int largest_ordinary_b = 40;

int exponent_of(std::span<const double> values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  if (most == 0.0) return no_exponent;
  int exponent = 0;
  std::frexp(most, &exponent);
  return exponent;
}

std::span<const double> stored_values(const Matrix& a, Index j) {
  return a.is_dense() ? a.dense_column(j) : a.entry_values(j);
}

/// The exponents that constraint and loss have room for, from those of A and b.
ScaleExponents fitting_exponents(const Problem& problem, ScaleExponents exponents) {
  const Constraint& constraint = problem.constraint;
  if (problem.loss == Loss::logistic) exponents.b = 0;  // labels
  const bool boxed = constraint.kind == ConstraintKind::sparse && std::isfinite(constraint.box);
  std::vector<int>& columns = exponents.columns;
  if (boxed || !is_sparse(constraint.kind)) {
    int common = *std::max_element(columns.begin(), columns.end());
    if (!is_sparse(constraint.kind)) exponents.b = common = std::max(common, exponents.b);
    std::fill(columns.begin(), columns.end(), common);
  }
  std::replace(columns.begin(), columns.end(), no_exponent, 0);
  if (exponents.b == no_exponent) exponents.b = 0;
  return exponents;
}

bool are_ordinary(const ScaleExponents& exponents) {
  const auto [least, most] = std::minmax_element(exponents.columns.begin(), exponents.columns.end());
  return *least >= -ordinary_column && *most <= ordinary_column && *most - *least <= ordinary_spread &&
         exponents.b >= smallest_ordinary_b && exponents.b <= largest_ordinary_b;
}

}  // namespace

ScaleExponents exponents_of(const Matrix& a, std::span<const double> b) {
  ScaleExponents exponents;
  exponents.columns.reserve(a.columns());
  for (Index j = 0; j < a.columns(); ++j) exponents.columns.push_back(exponent_of(stored_values(a, j)));
  exponents.b = exponent_of(b);
  return exponents;
}

std::vector<double> scaled_values(std::span<const double> values, int exponent) {
  std::vector<double> scaled(values.begin(), values.end());
  for (double& value : scaled) value = std::ldexp(value, -exponent);
  return scaled;
}

Matrix scaled_matrix(const Matrix& a, const std::vector<int>& exponents) {
  std::vector<double> values;
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> rows;
  values.reserve(a.num_stored());
  for (Index j = 0; j < a.columns(); ++j) {
    const std::vector<double> column = scaled_values(stored_values(a, j), exponents[j]);
    values.insert(values.end(), column.begin(), column.end());
    if (a.is_dense()) continue;
    const std::span<const std::uint32_t> entry_rows = a.entry_rows(j);
    rows.insert(rows.end(), entry_rows.begin(), entry_rows.end());
    offsets.push_back(values.size());
  }
  if (a.is_dense()) return Matrix::dense(a.rows(), a.columns(), std::move(values));
  return Matrix::csc(a.rows(), a.columns(), std::move(offsets), std::move(rows), std::move(values));
}

std::optional<ScaledProblem> ScaledProblem::of(const Problem& problem) {
  if (!problem.instance || problem.instance->columns() == 0) return std::nullopt;
  ScaleExponents exponents = fitting_exponents(problem, problem.instance->exponents());
  if (are_ordinary(exponents)) return std::nullopt;
  return ScaledProblem(problem, std::move(exponents));
}

ScaledProblem::ScaledProblem(const Problem& problem, ScaleExponents exponents)
    : exponents_(std::move(exponents)), problem_(problem) {
  problem_.instance = problem.instance->scaled(exponents_);
  const int of_objective = -2 * exponents_.b;
  problem_.target = std::ldexp(problem.target, of_objective);
  // Any price above F(0) makes 0 the answer. The largest is far from the end of doubles: sums of it are
  // finite.
  constexpr double largest_price = 0x1p960;
  problem_.constraint.lambda = std::min(largest_price, std::ldexp(problem.constraint.lambda, of_objective));
  lost_price_ = problem.constraint.lambda - std::ldexp(problem_.constraint.lambda, -of_objective);
  if (std::isfinite(problem.constraint.box)) {
    problem_.constraint.box = std::ldexp(problem.constraint.box, -exponent_of_x(0));
  }
  if (!problem_.start) return;
  for (std::size_t j = 0; j < problem_.start->size() && j < exponents_.columns.size(); ++j) {
    double& value = (*problem_.start)[j];
    value = std::ldexp(value, -exponent_of_x(static_cast<Index>(j)));
  }
}

Solution ScaledProblem::inward(Solution solution) const {
  for (std::size_t i = 0; i < solution.support.size(); ++i) {
    solution.x[i] = std::ldexp(solution.x[i], -exponent_of_x(solution.support[i]));
  }
  return solution;
}

Solution ScaledProblem::outward(Solution solution) const {
  const int of_objective = 2 * exponents_.b;
  for (std::size_t i = 0; i < solution.support.size(); ++i) {
    const Index j = solution.support[i];
    const double value = std::ldexp(solution.x[i], exponent_of_x(j));
    if (!std::isfinite(value) || value == 0.0) {
      throw InvalidArgument("column " + std::to_string(j + 1) + " of A and b", "these values",
                            "have a quotient beyond the range of doubles", "scale A or b");
    }
    solution.x[i] = value;
  }
  solution.objective = std::ldexp(solution.objective, of_objective);
  for (TracePoint& point : solution.trace) point.weight = std::ldexp(point.weight, of_objective);
  if (lost_price_ > 0.0) {
    solution.objective += lost_price_ * static_cast<double>(solution.support.size());
    for (TracePoint& point : solution.trace) point.weight = std::max(point.weight, solution.objective);
  }
  return solution;
}

}  // namespace lode::least_squares::detail
