#pragma once

#include <cstddef>

#include <lode/core/run_context.hpp>

#include "bounds/low_rank/cluster_multipliers.hpp"

namespace lode::subgraph::detail {

enum class ProofOutcome { proven, refused, stopped };

struct EigenvalueProof {
  ProofOutcome outcome = ProofOutcome::refused;
  double eigenvalue = 0.0;  ///< lambda_max(M) is at most this, where proven
};

/// Tries to prove that no eigenvalue of a ClusteredMatrix M is above t, but for rounding. The search for
/// multipliers ends with this proof. The check of a certificate has code of its own.
///
/// Write Z = tI - M = Z0 - WCW'. Z0 is sparse. W = [P u] holds the indicators P of the clusters and u, and
/// C = [Theta/2, e/(2s); e'/(2s), 0]. Vertices E of few neighbours are eliminated one by one, those of fewest
/// first. Let T be the other vertices. The elimination gives
///   Z0 = [L 0; F I] diag(I, H) [L' F'; 0 I],  V = L^-1 W_E,  Y = W_T - FV,  R'R >= V'V.
/// Let x = (x_E, x_T) and y = L'x_E + F'x_T. Then x'Z0x = |y|^2 + x_T'H x_T, and W'x = V'y + Y'x_T. Because
/// R'R >= V'V, there is a w with |w| <= |y| and R'w = V'y. So
///   x'Zx >= (x_T, w)' D (x_T, w),  D = diag(H, I) - [Y; R] C [Y; R]',
/// and Z is positive semidefinite if D is. D is dense. A Cholesky factorisation of D - cI shows that it is
/// positive semidefinite. c is twice the sum of two errors: that of D and that of the factorisation
/// (dual/proof.hpp).
///
/// Rounding. Let g(k) = 2 (k + 8) 2^-53 for sums of k terms. Let k be the most eliminations that reach a
/// vertex. The elimination in doubles is the exact one of Z0 + dZ and W + dW, where
///   |dZ| <= g (|F;L|_F^2 + |Z0|_F),  |dW|_F <= g (|F;L|_F |V|_F + |W|_F).
/// This moves the eigenvalues of Z by |dZ| + |C|_F (2 |W|_F |dW|_F + |dW|_F^2) at most, which is added to t.
/// Three more errors are added to t: that of the sparse part, 2^-52 of the largest diagonal element, and
/// 2^-52 sqrt(n) |u| / s for the rounding of 1/(2s). V'V is raised by four times what it and its
/// factorisation may lose. D is off by g(2q) (|Y|_F^2 + |R|_F^2) |C|_F for q columns of W. The columns of W
/// are scaled by powers of two.
///
/// Parallel, the same result for any number of threads. Cost: that of the fill, and (|T| + q)^3 / 6
/// multiply-adds. Memory: 8 (|T| + q)^2 + 16 q (|T| + q) bytes, and 16 for every entry of H.
EigenvalueProof prove_eigenvalue(const ClusteredMatrix& matrix, double t, const RunContext& run);

/// The order |T| of H for a graph, whatever the multipliers.
std::size_t rows_left_dense(const Graph& graph, const RunContext& run);

}  // namespace lode::subgraph::detail
