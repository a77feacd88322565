#pragma once

// Dense factorisations that can be stopped: `stop` is asked between panels and reflections, about every 10 ms
// up to some thousand rows. One thread, the same result every time.

#include <functional>
#include <optional>

#include "core/linalg/eigen.hpp"

namespace lode::detail {

/// Asked now and then; true: give up.
using StopAsked = std::function<bool()>;

/// A'A of a dense matrix, its lower triangle only; nothing once `stop` says yes.
/// Cost: rows * columns^2 / 2 multiply-adds.
std::optional<Eigen::MatrixXd> lower_gram(const Eigen::MatrixXd& a, const StopAsked& stop);

/// The Cholesky factorisation of a symmetric matrix, panel by panel.
class StoppableCholesky {
 public:
  enum class Outcome { done, not_definite, stopped };

  /// Factors `matrix`, of which the lower triangle is read. Cost: n^3 / 6 multiply-adds.
  Outcome compute(Eigen::MatrixXd matrix, const StopAsked& stop);
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
/// then QR of what its rank leaves of R. Columns count as dependent where the largest remaining norm is at
/// most min(m, n) times the machine precision of the first. Nothing once `stop` says yes.
///
/// Cost: 2 m n r multiply-adds for rank r, and 2 n r^2 where r < n.
/// Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 5.4 and 5.5.
std::optional<Eigen::VectorXd> least_norm_solution(Eigen::MatrixXd a, const Eigen::VectorXd& b,
                                                   const StopAsked& stop);

}  // namespace lode::detail
