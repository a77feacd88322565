#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <lode/least_squares/problem.hpp>

#include "least_squares/problem/point.hpp"

namespace lode::least_squares::detail {

struct SmoothValue {
  double objective = 0.0;        ///< F, the penalty included
  std::vector<double> residual;  ///< Ax - b
};
/// F at x for the squared loss.
inline SmoothValue smooth_value(const Problem& problem, const std::vector<double>& x) {
  SmoothValue value;
  value.residual = problem.instance->a().multiply(x);
  const std::span<const double> b = problem.instance->b();
  double squares = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    value.residual[i] -= b[i];
    squares += value.residual[i] * value.residual[i];
  }
  value.objective = 0.5 * squares + penalty_at(problem.constraint, x);
  return value;
}

/// The minimiser of (L/2) |z - a|^2 + h(z) for one coordinate under `sparse` or `binary`, h being the penalty
/// of the constraint. Ties: binary to -1, sparse to 0.
inline double proximal_value(const Constraint& constraint, double a, double lipschitz) {
  if (constraint.kind == ConstraintKind::binary) return a > 0.0 ? 1.0 : -1.0;
  const double inside = std::clamp(a, -constraint.box, constraint.box);
  const double gain = a * a - (a - inside) * (a - inside);
  return gain > 2.0 * constraint.lambda / lipschitz ? inside : 0.0;
}

/// Likewise over the feasible set of any constraint. Ties: s-constraints to the smaller coordinate.
inline std::vector<double> proximal_point(const Constraint& constraint, const std::vector<double>& a,
                                          double lipschitz) {
  if (constraint.kind != ConstraintKind::sparse) return projected(constraint, a);
  std::vector<double> z(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) z[i] = proximal_value(constraint, a[i], lipschitz);
  return z;
}

/// max |x_i - y_i| / max(1, max |x_i|)
inline double relative_distance(std::span<const double> x, std::span<const double> y) {
  double distance = 0.0;
  double size = 1.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    distance = std::max(distance, std::abs(x[i] - y[i]));
    size = std::max(size, std::abs(x[i]));
  }
  return distance / size;
}

}  // namespace lode::least_squares::detail
