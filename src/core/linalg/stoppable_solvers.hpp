#pragma once

// Dense factorisations that can be stopped: `stop` is called between blocks and reflections, about every 10
// ms up to some thousand rows. Eigen's factorisations cannot: 0.6 s for a Cholesky factorisation of 4000
// rows, far more by reflections. Results do not depend on the number of threads.

#include <functional>
#include <optional>

#include "core/linalg/eigen.hpp"

namespace lode::detail {

/// Asked now and then; true: give up.
using StopAsked = std::function<bool()>;

/// A'A of a dense matrix, its lower triangle only; nothing once `stop` is true.
/// Cost: rows * columns^2 / 2 multiply-adds.
std::optional<Eigen::MatrixXd> lower_gram(const Eigen::MatrixXd& a, const StopAsked& stop);

enum class CholeskyOutcome { done, not_definite, stopped };

/// Replaces the lower triangle of a symmetric matrix, which is read, by that of its Cholesky factor. The
/// upper triangle is undefined afterwards. Parallel on the threads of the TBB arena it is called in. Cost:
/// n^3 / 6 multiply-adds.
///
/// Rounding: where it is done, the matrix differs from the product of the factors by at most 2 (n + 2) u
/// trace in the 2-norm, u = 2^-53, to first order. That holds for any order in which Eigen adds up a sum, for
/// fused multiply-adds and for products with the reciprocal of a pivot: no term is rounded more than 2 n + 4
/// times (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, theorem 10.3 and section 3.1).
CholeskyOutcome factorise_cholesky(Eigen::Ref<Eigen::MatrixXd> matrix, const StopAsked& stop);

/// Solves with the Cholesky factor of a symmetric matrix.
class StoppableCholesky {
 public:
  /// Factors `matrix`, of which the lower triangle is read.
  CholeskyOutcome compute(Eigen::MatrixXd matrix, const StopAsked& stop);
  /// Needs a factorisation that is done; O(n^2).
  Eigen::VectorXd solve(const Eigen::VectorXd& right) const;
  /// An estimate of 1 / (|M| |M^-1|) in the 1-norm, O(n^2).
  /// Source: W. W. Hager, SIAM J. Sci. Statist. Comput. 5 (1984) 311-316.
  double rcond() const;

 private:
  Eigen::MatrixXd l_;
  double norm_ = 0.0;  ///< 1-norm of the matrix
};

/// The minimiser of |Ax - b| of least norm, by a complete orthogonal decomposition: QR with column pivoting,
/// then QR of the rows of R within the rank. Columns count as dependent where the largest remaining norm is
/// at most min(m, n) times the machine precision of the first. Nullopt once `stop` is true.
///
/// Takes: `units`, numbers above 0: the norm is that of the values units_i x_i. Empty: all are 1.
/// Cost: 2 m n r multiply-adds for rank r, and 2 n r^2 where r < n.
/// Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 5.4 and 5.5.
std::optional<Eigen::VectorXd> least_norm_solution(Eigen::MatrixXd a, const Eigen::VectorXd& b,
                                                   const StopAsked& stop, const Eigen::VectorXd& units = {});

}  // namespace lode::detail
