#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace lode::subgraph::detail {

/// Work of a proven shift in units of about a nanosecond, per third power of the order: 0.16 measured.
inline constexpr double concave_shift_work = 0.3;

/// How much can be added to the diagonal of a weight matrix W so that x'Wx / 2 stays concave on every plane
/// of constant sum: spread 11' - W - diagonal I is positive semidefinite, which is proven. It is then for
/// every principal submatrix.
struct ConcaveShift {
  double diagonal = 0.0;  ///< below zero where W itself is not negative semidefinite on vectors of sum 0
  double spread = 0.0;    ///< >= 0
};

/// The largest diagonal that is found so, within a hundredth; nothing once `stop` says yes, or where none is
/// proven because the matrix has no entry but zeros.
///
/// The eigenvalues of W projected onto vectors of sum 0 say where it is; a Cholesky factorisation in doubles
/// proves it, as in dual/dual_check.cpp: with u = 2^-53, m the largest magnitude in the matrix M that is
/// factorised and k = (n + 2) 2 u, M - k trace(M) I has a factor, so M, whose entries are rounded, is
/// positive semidefinite to within k m, and twice as much is taken off the diagonal beforehand.
///
/// Cost:   5/3 n^3 operations, 3 n^2 doubles. Parallel in part.
/// Source: S. M. Rump, BIT Numer. Math. 46 (2006) 433-452.
std::optional<ConcaveShift> proven_concave_shift(std::span<const double> weights, std::size_t n,
                                                 const std::function<bool()>& stop);

}  // namespace lode::subgraph::detail
