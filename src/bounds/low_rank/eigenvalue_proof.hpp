#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "bounds/low_rank/cluster_multipliers.hpp"

namespace lode::subgraph::detail {

/// The rows and columns of a sparse Cholesky factor of which the last ones are dense: what depends on the
/// pattern of a graph alone.
struct EliminationPlan {
  std::vector<std::uint32_t> order;  ///< vertices
  std::size_t sparse = 0;            ///< that many columns are eliminated one by one
  std::vector<std::uint64_t> begin;  ///< of the rows of each of those columns
  std::vector<std::uint32_t> rows;   ///< below the diagonal, by place in the order, increasing
  std::size_t longest_row = 0;       ///< entries
};

/// Approximate minimum degree, until a column has more than `dense_part` of the rows that are left. Without
/// any vertex once `stop` says yes, which is asked after every column. Cost: the entries of those columns.
EliminationPlan plan_elimination(const Graph& graph, const std::function<bool()>& stop);

/// Proves upper bounds of the largest eigenvalue of a ClusteredMatrix M.
///
/// With Z = tI - M = Z0 - WCW', where Z0 is sparse, W = [P u] holds the clusters' indicators and u, and
/// C = [Theta/2, e/(2s); e'/(2s), 0]: let E be the vertices eliminated one by one and T the others,
///   Z0 = [L 0; F I] diag(I, H) [L' F'; 0 I],  V = L^-1 W_E,  Y = W_T - FV,  R'R >= V'V.
/// For x = (x_E, x_T), y = L'x_E + F'x_T has x'Z0x = |y|^2 + x_T'H x_T and W'x = V'y + Y'x_T. As
/// R'R >= V'V, some w with |w| <= |y| has R'w = V'y. So
///   x'Zx >= (x_T, w)' D (x_T, w),  D = diag(H, I) - [Y; R] C [Y; R]',
/// and Z is positive semidefinite if D is. D is dense; a FloatCholesky of D - cI shows it, c at least the
/// factor's error and what D may have lost.
///
/// Rounding, with g = 2 (k + 8) 2^-53 for sums of k terms: elimination is that of Z0 + dZ and W + dW with
///   |dZ| <= g (|F;L|_F^2 + |Z0|_F),  |dW|_F <= g (|F;L|_F |V|_F + |W|_F),  k the longest row;
/// that moves the eigenvalues of Z by |dZ| + |C|_F (2 |W|_F |dW|_F + |dW|_F^2) at most, which is added to t,
/// as are the error of the sparse part, 2^-52 of the largest diagonal element, and 2^-52 sqrt(n) |u| / s for
/// the rounding of 1/(2s). V'V is computed with k = |E| and raised by four times what it and its
/// factorisation may lose before it is factored. D is off by g (|Y|_F^2 + |R|_F^2) |C|_F, k = 2q + 8 for q
/// columns of W. Scales of the columns of W are powers of two.
///
/// Sums have a fixed order and kernels are the library's own, so whether a proof is found, and its value,
/// are the same on every processor. CHOLMOD and MUMPS are not used for that reason (they call whatever BLAS
/// there is) and since they give no factor of a matrix with a border of low rank.
class EigenvalueProof {
 public:
  /// What a proof may keep of the plan is shared by all multipliers of one graph. A proof that `stop` cut
  /// short is of no use.
  EigenvalueProof(const Graph& graph, const std::function<bool()>& stop)
      : plan_(plan_elimination(graph, stop)) {}

  const EliminationPlan& plan() const { return plan_; }

  enum class Outcome { proven, refused, stopped };
  struct Result {
    Outcome outcome = Outcome::refused;
    double eigenvalue = 0.0;  ///< lambda_max(M) is at most this, where proven
  };
  /// Tries to prove that no eigenvalue is above t, but for rounding. Parallel.
  /// Cost: that of the plan's fill, (|T| + q)^3 / 6 multiply-adds; 2 (|T| + q)^2 + 8 n q bytes.
  Result prove(const ClusteredMatrix& matrix, double t, const std::function<bool()>& stop) const;

 private:
  EliminationPlan plan_;
};

}  // namespace lode::subgraph::detail
