#pragma once

// Least-squares fits by orthogonal transformations of A, which keep the digits that products of nearly
// dependent columns lose.

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>

#include "hybrid/block/triangle.hpp"
#include "least_squares/problem/matrix.hpp"

namespace lode::least_squares {

/// A column depends on others if at most this share of its length is outside their span. Orthogonal
/// transformations know such a part to about 1e-15 of the length.
inline constexpr double dependent_length = 1e-13;
/// Rounding error of residuals of fits on unit columns, as a share of |b|, over the least part of a column
/// outside the span of the rest.
inline constexpr double fit_rounding = 4e-15;

/// The fit of b by a growing set of columns of A: an incremental QR factorisation, columns orthogonalised
/// twice (Daniel, Gragg, Kaufman, Stewart, Math. Comp. 30 (1976) 772-795).
///
/// Cost: O(m k) for the k-th column; memory O(m k).
class OrthogonalFit {
 public:
  OrthogonalFit(const Instance& instance, std::size_t capacity);

  /// Adds a column; false, without a change, if it is dependent (dependent_length).
  bool add(Index column);
  /// The part of a column outside the span of the fit; zeros if it depends on the fit.
  Eigen::VectorXd outside(Index column) const;

  const std::vector<Index>& columns() const { return columns_; }
  /// b - Ax for the fit x.
  std::span<const double> residual() const { return as_span(residual_); }
  double half_square() const { return 0.5 * residual_.squaredNorm(); }
  /// Q and R of A_S = QR, and Q'b.
  Eigen::Ref<const Eigen::MatrixXd> directions() const { return q_.leftCols(count()); }
  Eigen::Ref<const Eigen::MatrixXd> factor() const { return r_.topLeftCorner(count(), count()); }
  Eigen::Ref<const Eigen::VectorXd> lengths() const { return lengths_.head(count()); }
  /// x, with a value for every column of A.
  std::vector<double> point() const;

 private:
  /// `outside`, and in `inside` the coefficients of the part in the span.
  Eigen::VectorXd split(Index column, Eigen::VectorXd& inside) const;
  Position count() const { return static_cast<Position>(columns_.size()); }

  const Instance& instance_;
  std::vector<Index> columns_;
  Eigen::MatrixXd q_;        ///< m x capacity, orthonormal
  Eigen::MatrixXd r_;        ///< upper triangular: A_S = Q R
  Eigen::VectorXd lengths_;  ///< Q'b
  Eigen::VectorXd residual_;
};

/// The columns of `others` of which column j is a combination: the coefficients of the fit, rounded to
/// multiples of 2^-10, have residual 0 in double arithmetic. Returns nullopt if it is no combination or may
/// not be. Cost: O(m s^2).
std::optional<std::vector<Index>> combination_of(const Matrix& a, Index j, std::span<const Index> others);

/// hybrid::best_subset for columns of A, at most 32: the subset S that minimises 1/2 |b - A_S z|^2 + lambda
/// |S|. Only lambda, budget and least of the limits are read. Cost: O(m k^2), and the search.
hybrid::BestSubset best_subset(const Matrix& a, std::span<const Index> columns, const Eigen::VectorXd& b,
                               hybrid::SubsetLimits limits, const RunContext& run);

/// The flips of at most 32 coordinates `set` that lower 1/2 |Ax - b|^2 most, by more than `least`: of signs
/// under binary, exchanges of ones for zeros under binary-c. Empty: no flips do. Returns nullopt if the run
/// should stop, or after some million nodes, more than 20 coordinates need.
/// hybrid::best_flips on the factor of the columns keeps the digits that products of columns lose.
std::optional<std::vector<Index>> best_flips(const Problem& problem, const std::vector<double>& x,
                                             std::span<const Index> set, double least, const RunContext& run);

}  // namespace lode::least_squares
