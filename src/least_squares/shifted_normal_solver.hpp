#pragma once

#include <vector>

#include <lode/least_squares/instance.hpp>

#include "core/linalg/eigen.hpp"

namespace lode::least_squares::detail {

/// Solves (A'A + rho I) x = v by a Cholesky factorisation of size min(m, n): of the matrix itself, or, when m
/// is smaller, of AA' + rho I, since (A'A + rho I)^-1 v = (v - A'(AA' + rho I)^-1 A v) / rho.
///
/// Cost: min(m, n)^3 / 3 multiply-adds per `factor`, O(stored values of A + min(m, n)^2) per `solve`.
class ShiftedNormalSolver {
 public:
  /// Errors: InvalidArgument when the matrix to factor takes more than 8 GiB.
  explicit ShiftedNormalSolver(const Instance& instance);

  /// Sets rho > 0.
  void factor(double rho);
  std::vector<double> solve(const std::vector<double>& v) const;

 private:
  const Instance& instance_;
  bool small_rows_;
  double rho_ = 1.0;
  Eigen::MatrixXd product_;  ///< A'A or AA'
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

}  // namespace lode::least_squares::detail
