#pragma once

// Shared by methods that move a point by steps: F with its residual, proximal points, options.

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <lode/least_squares/registry.hpp>

#include "core/options/option_table.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/matrix.hpp"

namespace lode::least_squares {

inline constexpr std::string_view start_scale_meaning =
    "Standard deviation of the random values to begin with when no start is given";
inline constexpr std::string_view tolerance_meaning =
    "The method ends when no coordinate moves by more than this share of the largest";

/// A point with its objective for the squared loss.
struct SmoothPoint {
  SmoothPoint() = default;
  SmoothPoint(const Problem& problem, std::vector<double> point)
      : x(std::move(point)), residual(problem.instance->a().multiply(x)) {
    as_writable(residual) -= as_vector(problem.instance->b());
    objective = 0.5 * as_vector(residual).squaredNorm() + penalty_at(problem.constraint, x);
  }

  std::vector<double> x;
  std::vector<double> residual;  ///< Ax - b
  double objective = 0.0;        ///< F, the penalty included
};

/// The minimiser of (L/2) |z - a|^2 + h(z) for one coordinate under `sparse` or `binary`, h being the penalty
/// of the constraint. Ties: binary to -1, sparse to 0.
inline double proximal_value(const Constraint& constraint, double a, double lipschitz) {
  if (constraint.kind == ConstraintKind::binary) return a > 0.0 ? 1.0 : -1.0;
  const double inside = std::clamp(a, -constraint.box, constraint.box);
  const double gain = a * a - (a - inside) * (a - inside);
  return gain > 2.0 * constraint.lambda / lipschitz ? inside : 0.0;
}

/// Likewise over the feasible set of any constraint. Ties: s-constraints to the smaller coordinate.
inline std::vector<double> proximal_point(const Constraint& constraint, std::vector<double> a,
                                          double lipschitz) {
  if (constraint.kind != ConstraintKind::sparse) return projected(constraint, std::move(a));
  for (double& value : a) value = proximal_value(constraint, value, lipschitz);
  return a;
}

/// max |x_i - y_i| / max(1, max |x_i|)
inline double relative_distance(const std::vector<double>& x, const std::vector<double>& y) {
  return (as_vector(x) - as_vector(y)).lpNorm<Eigen::Infinity>() /
         std::max(1.0, as_vector(x).lpNorm<Eigen::Infinity>());
}

}  // namespace lode::least_squares
