#pragma once

#include <cmath>
#include <span>
#include <vector>

#include <lode/least_squares/problem.hpp>

#include "least_squares/problem/best_subset.hpp"
#include "least_squares/problem/matrix_view.hpp"

namespace lode::least_squares::detail {

/// The least-squares fit of b by a growing set of columns of A: an incremental QR factorisation, columns
/// orthogonalised twice (Daniel, Gragg, Kaufman, Stewart, Math. Comp. 30 (1976) 772-795).
///
/// Cost: O(m k) for the k-th column; memory O(m k).
class OrthogonalFit {
 public:
  OrthogonalFit(const Instance& instance, std::size_t capacity);

  /// Adds a column; false, and nothing changes, if it depends on the others (dependent_length).
  bool add(Index column);
  /// The part of a column outside the span of those of the fit; zeros if it depends on them.
  Eigen::VectorXd outside(Index column) const;

  const std::vector<Index>& columns() const { return columns_; }
  /// b - Ax for the fit x.
  std::span<const double> residual() const { return as_span(residual_); }
  double half_square() const { return 0.5 * residual_.squaredNorm(); }
  double length_of_b() const { return std::sqrt(2.0 * instance_.half_norm_b()); }
  /// Q and R of A_S = QR, and Q'b.
  Eigen::Ref<const Eigen::MatrixXd> directions() const { return q_.leftCols(count()); }
  Eigen::Ref<const Eigen::MatrixXd> factor() const { return r_.topLeftCorner(count(), count()); }
  Eigen::Ref<const Eigen::VectorXd> lengths() const { return lengths_.head(count()); }
  /// The direction the last column added, of norm 1, and the length of b along it.
  std::span<const double> direction() const;
  double direction_length() const { return lengths_[count() - 1]; }
  /// x, with a value for every column of A.
  std::vector<double> point() const;

 private:
  /// `outside`, and in `inside` the coefficients of the part in the span.
  Eigen::VectorXd split(Index column, Eigen::VectorXd& inside) const;
  Eigen::Index count() const { return static_cast<Eigen::Index>(columns_.size()); }

  const Instance& instance_;
  std::vector<Index> columns_;
  Eigen::MatrixXd q_;        ///< m x capacity, orthonormal
  Eigen::MatrixXd r_;        ///< upper triangular: A_S = Q R
  Eigen::VectorXd lengths_;  ///< Q'b
  Eigen::VectorXd residual_;
};

}  // namespace lode::least_squares::detail
