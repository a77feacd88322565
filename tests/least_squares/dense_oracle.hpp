#pragma once

// Textbook linear algebra for tests: every number from the definition, by Householder reflections.

#include <algorithm>
#include <vector>

#include <lode/least_squares/problem.hpp>

#include "core/linalg/eigen.hpp"

namespace lode::test {

inline Eigen::MatrixXd dense_matrix(const least_squares::Instance& instance) {
  Eigen::MatrixXd a(static_cast<Eigen::Index>(instance.rows()),
                    static_cast<Eigen::Index>(instance.columns()));
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      a(i, j) = instance.a().value(static_cast<std::size_t>(i), static_cast<least_squares::Index>(j));
    }
  }
  return a;
}

inline Eigen::VectorXd right_side(const least_squares::Instance& instance) {
  return Eigen::Map<const Eigen::VectorXd>(instance.b().data(), static_cast<Eigen::Index>(instance.rows()));
}

/// What the columns of `support` leave of b. In extended precision: fits of nearly dependent columns have
/// values so large that their rounding in double precision shows in the residual.
inline Eigen::VectorXd fit_residual(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                    const std::vector<Eigen::Index>& support) {
  if (support.empty()) return b;
  const Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic> part =
      a(Eigen::all, support).cast<long double>();
  const Eigen::Matrix<long double, Eigen::Dynamic, 1> right = b.cast<long double>();
  return (right - part * part.colPivHouseholderQr().solve(right)).cast<double>();
}

/// 1/2 the squared residual of b fitted by the columns of `support`.
inline double fit_value(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                        const std::vector<Eigen::Index>& support) {
  return 0.5 * fit_residual(a, b, support).squaredNorm();
}

}  // namespace lode::test
