#pragma once

#include <functional>
#include <vector>

#include "subgraph/bounds/low_rank/cluster_multipliers.hpp"

namespace lode::subgraph::detail {

/// What the members of a set cost, beside what the eigenvalue of a matrix of multipliers says of it.
struct VertexReserves {
  enum class Outcome { proven, refused, stopped };
  Outcome outcome = Outcome::refused;
  /// By vertex: x'(tI - M)x is at least that for the 0/1 vector x of every set of at most s vertices that
  /// holds it, and so the set weighs that much less than t says.
  std::vector<double> reserves;
};

/// Reserves of a ClusteredMatrix M at t above its largest eigenvalue, s being that of its multipliers.
///
/// Statement: for Z = tI - M positive definite and x with x_v = 1, 1 = (x'e_v)^2 <= x'Zx (Z^-1)_vv, so x'Zx
/// is at least 1/(Z^-1)_vv.
///
/// Rounding: Z - hI is factored by FloatCholesky, so Z = LL' + hI + E with |E| at most the factor's error,
/// what its entries lost (8 2^-53 of the magnitudes they are sums of, in the Frobenius norm) and the error of
/// the sparse part of M. Where h is at least that, x'Zx >= |L'x|^2 for every x. Let q be the computed
/// solution of Lq = e_v, and r = Lq - e_v, |r| <= g |L|_F |q| with g = 2 (n + 8) 2^-53
/// (FloatCholesky::inverse_norms has half of that). Then
///   |L'x| |q| >= x'Lq = 1 + x'r >= 1 - |x| |r|,   so |L'x| >= 1/|q| - g |L|_F sqrt(s),
/// and the reserve is the square of that, less 1e-9 of itself for the rounding of these last steps; 0 where
/// the right side is not positive. Z is positive semidefinite by the same factor, so that t needs no other
/// proof. Scales are powers of two.
///
/// No border and no sparse columns here, unlike EigenvalueProof: there the factor is one of a matrix that Z
/// exceeds in the sense of forms, and what becomes of (Z^-1)_vv for the columns eliminated first would need
/// the inverse on the pattern of the factor.
///
/// Parallel; the same bits for any number of threads, on every processor.
/// Cost: n^3 / 3 multiply-adds, 2 n^2 bytes and 1 kB n a thread. `stop` is polled every few million of them.
VertexReserves prove_vertex_reserves(const ClusteredMatrix& matrix, double t,
                                     const std::function<bool()>& stop);

}  // namespace lode::subgraph::detail
