#pragma once

#include <span>
#include <vector>

#include <lode/least_squares/problem.hpp>

#include "least_squares/problem/matrix_view.hpp"

namespace lode::least_squares::detail {

/// A column whose squared norm outside the span of the others is at most this share of its own adds nothing:
/// a millionth in norm, of whose direction rounding leaves nine digits or so. Lower lets noise in as a
/// direction, higher leaves out columns that fit.
inline constexpr double least_pivot = 1e-12;

/// The least-squares fit of b by a growing set of columns of A: an incremental QR factorisation, columns
/// orthogonalised twice (Daniel, Gragg, Kaufman, Stewart, Math. Comp. 30 (1976) 772-795).
///
/// Cost: O(m k) for the k-th column; memory O(m k).
class OrthogonalFit {
 public:
  OrthogonalFit(const Instance& instance, std::size_t capacity);

  /// Adds a column; false, and nothing changes, if its squared norm outside the span of the others is at most
  /// `least_pivot` of its own.
  bool add(Index column);

  const std::vector<Index>& columns() const { return columns_; }
  /// b - Ax for the fit x.
  std::span<const double> residual() const { return as_span(residual_); }
  double half_square() const { return 0.5 * residual_.squaredNorm(); }
  /// The direction the last column added, of norm 1, and the length of b along it.
  std::span<const double> direction() const;
  double direction_length() const { return lengths_[count() - 1]; }
  /// x, with a value for every column of A.
  std::vector<double> point() const;

 private:
  Eigen::Index count() const { return static_cast<Eigen::Index>(columns_.size()); }

  const Instance& instance_;
  std::vector<Index> columns_;
  Eigen::MatrixXd q_;        ///< m x capacity, orthonormal
  Eigen::MatrixXd r_;        ///< upper triangular: A_S = Q R
  Eigen::VectorXd lengths_;  ///< Q'b
  Eigen::VectorXd residual_;
};

}  // namespace lode::least_squares::detail
