#pragma once

#include <span>
#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

struct SmoothValue {
  double objective = 0.0;        ///< F, the penalty included
  std::vector<double> residual;  ///< Ax - b
};
/// F at x for the squared loss.
SmoothValue smooth_value(const Problem& problem, const std::vector<double>& x);

/// A minimiser of (L/2) |z - a|^2 + h(z) over the feasible set of the constraint, h being its penalty. Ties:
/// binary to -1, sparse to 0, s-constraints to the smaller coordinate.
std::vector<double> proximal_point(const Constraint& constraint, const std::vector<double>& a,
                                   double lipschitz);

/// Likewise of one coordinate under `sparse` or `binary`.
double proximal_value(const Constraint& constraint, double a, double lipschitz);

/// max |x_i - y_i| / max(1, max |x_i|)
double relative_distance(std::span<const double> x, std::span<const double> y);

}  // namespace lode::least_squares::detail
