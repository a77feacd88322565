#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <lode/core/run_context.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/search/lifted_dual.hpp"

namespace lode::subgraph::detail {

struct SdpSearchOptions {
  std::uint64_t max_nodes = 0;  ///< nodes bounded in all calls; 0: no limit
  /// Bytes that open nodes may take before best-first turns depth-first: a thousand nodes at n = 200.
  std::size_t max_memory = 512'000'000;
  bool certificate = false;  ///< keep the tree and its multipliers: some 3 n^2 bytes per leaf
};

struct SdpSearchResult {
  /// No set has a larger value: the largest of the bounds of the open nodes, of the incumbent and of `value`,
  /// with room for the rounding of those two where the problem is not integral. Floored when the problem is
  /// integral. Valid whatever ended the search; infinity if the first proof has not been reached.
  double upper_bound = 0.0;
  /// No set is better than the incumbent and `value`: by more than 1e-9 of it when not integral.
  bool proven = false;
  /// The best set met, increasing, if its value exceeds the incumbent; else empty.
  std::vector<std::size_t> better;
  double value = 0.0;                            ///< of `better`, recounted; else the incumbent
  std::uint64_t nodes = 0;                       ///< bounded
  std::uint64_t open = 0;                        ///< left when the search ended
  std::uint64_t evaluations = 0;                 ///< of the dual function
  StopReason stop_reason = StopReason::optimal;  ///< optimal, iterations, deadline or interrupted
  std::shared_ptr<const SdpSearchTree> tree;     ///< of the bound, when asked for; none if it is infinite
};

/// Branch and bound with semidefinite bounds: the optimum of a dense problem of up to some 200 vertices, and
/// its proof.
///
/// The search can be interrupted and continued. Several calls do the same work as one long call, except for
/// the batch of nodes in the middle of which a call ended: nodes of it that are not done are bounded again.
///
/// The bound of a node is the doubly non-negative relaxation with the rows sum_j X_ij = k X_ii, X_ij >= 0 and
/// the triangle inequalities that are violated most. It is lifted without a border by z = x - t e
/// (certificate/proof_data.hpp). A proximal method minimises its dual: an augmented Lagrangian around the
/// last primal matrix. Projected L-BFGS solves the inner problems. Every primal matrix is rounded to a set,
/// which exchanges improve.
///
/// A node is left when its dual point proves that no set in it is better than the best one known. One shifted
/// Cholesky factorisation proves that. Where the bound falls too slowly, the node branches on the vertex most
/// sure to be in (2k <= n, or most sure to be out). Children inherit multipliers, cuts and the primal matrix.
///
/// Nodes are taken in batches of a fixed size, largest bound first, ties to the older. Once nodes take
/// max_memory, the smallest bound comes first, which goes deep. A batch is bounded in parallel, and its
/// results are applied in its order.
///
/// Cost:    per evaluation some 5 n^3 operations; hundreds of evaluations for the root, tens to hundreds per
///          node; 12 n^2 bytes per open node, O(n^2) working memory per thread. Cancel and deadline are
///          polled between steps of an evaluation. Between calls open nodes are kept, max_memory or little
///          more, and the tree where one is asked for; a result with open nodes has a copy of the tree.
/// Deterministic for any number of threads, also when ended by max_nodes or max_evaluations (which is looked
/// at between batches, so it may be exceeded by one batch); not when ended by the clock.
/// Source:  regularised semidefinite bounds in a search: N. Krislock, J. Malick, F. Roupin, Comput. Oper.
///          Res. 66 (2016) 153-167 (BiqCrunch); proximal point method on the dual: J. Malick, J. Povh, F.
///          Rendl, A. Wiegele, SIAM J. Optim. 20 (2009) 336-356; safe bounds: C. Jansson, D. Chaykin, C.
///          Keil, SIAM J. Numer. Anal. 46 (2007) 180-200. The border-free lift and the rules are this
///          library's.
class SdpSearch {
 public:
  SdpSearch(DenseProblem problem, const SdpSearchOptions& options);

  /// Continues until a proof that no set is better than `incumbent`, the finite value of a known set (base
  /// included) or any number, or than a set met; for `max_evaluations` more evaluations of the dual function
  /// (one eigendecomposition each; 0: no limit); or as long as the run allows. The largest incumbent of all
  /// calls counts. Counts and `better` of the result cover all calls.
  SdpSearchResult advance(double incumbent, std::uint64_t max_evaluations, const RunContext& run);

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace lode::subgraph::detail
