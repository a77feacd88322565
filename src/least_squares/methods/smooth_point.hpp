#pragma once

#include <span>
#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

/// F and the gradient of 1/2 |Ax - b|^2 at points. The Gram matrix is used where it is there and x has few
/// nonzeros, the residual otherwise.
///
/// Cost: O(stored values of A) per call, or O(m + n) per nonzero of x.
class SmoothPart {
 public:
  explicit SmoothPart(const Problem& problem) : problem_(problem), instance_(*problem.instance) {}

  struct Value {
    double objective = 0.0;        ///< F, the penalty included
    std::vector<double> residual;  ///< Ax - b
  };
  Value value(const std::vector<double>& x) const;
  /// A'(Ax - b) where `value` is that of x.
  std::vector<double> gradient(const std::vector<double>& x, const Value& value) const;

 private:
  const Problem& problem_;
  const Instance& instance_;
};

/// A minimiser of (L/2) |z - a|^2 + h(z) over the feasible set of the constraint, h being its penalty. Ties:
/// binary to -1, sparse to 0, s-constraints to the smaller coordinate.
std::vector<double> proximal_point(const Constraint& constraint, const std::vector<double>& a,
                                   double lipschitz);

/// Likewise of one coordinate under `sparse` or `binary`.
double proximal_value(const Constraint& constraint, double a, double lipschitz);

/// proximal_point at x - gradient / L; L = 1 instead of 0, when f is constant and any L serves.
std::vector<double> proximal_step(const Constraint& constraint, const std::vector<double>& x,
                                  const std::vector<double>& gradient, double lipschitz);

/// max |x_i - y_i| / max(1, max |x_i|)
double relative_distance(std::span<const double> x, std::span<const double> y);

}  // namespace lode::least_squares::detail
