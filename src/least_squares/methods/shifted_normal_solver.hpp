#pragma once

#include <vector>

#include <lode/least_squares/problem.hpp>

#include "core/linalg/eigen.hpp"
#include "core/linalg/stoppable_solvers.hpp"

namespace lode::least_squares::detail {

/// Solves (A'A + rho I) x = v by a Cholesky factorisation of size min(m, n): of the matrix itself, or, when m
/// is smaller, of AA' + rho I, since (A'A + rho I)^-1 v = (v - A'(AA' + rho I)^-1 A v) / rho.
///
/// Cost: min(m, n)^3 / 3 multiply-adds per `factor`, O(stored values of A + min(m, n)^2) per `solve`.
class ShiftedNormalSolver {
 public:
  /// Errors: InvalidArgument when the matrix to factor takes more than 8 GiB.
  explicit ShiftedNormalSolver(const Instance& instance);

  /// Computes the product, min(m, n)^2 max(m, n) / 2 multiply-adds. False: the run should stop before.
  bool prepare(const RunContext& run);
  /// Sets rho > 0 after `prepare`. False: the run should stop before.
  bool factor(double rho, const RunContext& run);
  std::vector<double> solve(const std::vector<double>& v) const;

 private:
  const Instance& instance_;
  bool small_rows_;
  double rho_ = 1.0;
  Eigen::MatrixXd product_;  ///< A'A or AA', its lower triangle
  lode::detail::StoppableCholesky factor_;
};

}  // namespace lode::least_squares::detail
