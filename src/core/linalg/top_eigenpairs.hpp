#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "core/linalg/eigen.hpp"

namespace lode::detail {

/// The largest eigenpairs of one dense symmetric matrix after another, with memory that is kept between them.
/// Eigen makes the matrix tridiagonal and finds all eigenvalues. The vectors wanted come from twisted
/// factorisations of the shifted tridiagonal matrix. Where those do not come out orthogonal, as where
/// eigenvalues lie close together, Eigen finds all vectors.
///
/// One thread, no poll in between: for some hundred rows. It takes less than half of the time of Eigen alone
/// from 100 rows on.
class TopEigenpairs {
 public:
  /// How many of the eigenvalues given, increasing, belong to vectors that are wanted: the largest ones.
  using Count = std::function<std::size_t(std::span<const double>)>;

  /// The lower triangle of the matrix is read.
  ///
  /// Cost:   4/3 n^3 operations, some 2 n^2 per vector, some 30 n^2 for the values; 10 n^3 at worst.
  /// Source: twisted factorisations: K. V. Fernando, SIAM J. Matrix Anal. Appl. 18 (1997) 1013-1034.
  /// Errors: InternalError when the iteration fails, as it does for values that are not finite.
  void decompose(const Eigen::MatrixXd& a, const Count& count);

  const Eigen::VectorXd& values() const { return values_; }  ///< all, increasing
  /// Orthonormal to rounding: column i of k belongs to value n - k + i.
  const Eigen::MatrixXd& vectors() const { return vectors_; }

 private:
  static constexpr int side_by_side = 8;
  using Lanes = Eigen::Array<double, side_by_side, 1>;
  using LaneRows = Eigen::Array<double, side_by_side, Eigen::Dynamic>;
  /// Multipliers and pivots of one factorisation of T - mu I, a column for every row of T.
  struct Factors {
    LaneRows multipliers;
    LaneRows pivots;
  };

  void factor(const Lanes& mu, double tiny, bool from_bottom, Factors& factors) const;
  bool find_vector(Eigen::Index lane, double mu, double largest_residual,
                   Eigen::Ref<Eigen::VectorXd> v) const;
  bool find_vectors(const Eigen::VectorXd& values);

  Eigen::VectorXd values_;
  Eigen::MatrixXd vectors_;
  Eigen::MatrixXd scaled_;
  Eigen::Tridiagonalization<Eigen::MatrixXd> reduced_{1};
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver_;
  Eigen::VectorXd diagonal_;
  Eigen::VectorXd off_diagonal_;
  Factors down_;
  Factors up_;
};

}  // namespace lode::detail
