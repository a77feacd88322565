#pragma once

#include <limits>

#include <lode/core/run_context.hpp>
#include <lode/hybrid/block.hpp>

namespace lode::hybrid {

/// The penalty lambda |x|_0 inside |x_i| <= box: a block has 2^|B| supports, each with its restricted
/// minimiser (support_search.hpp).
///
/// Box: the search without it comes first; where its answer leaves the box, every support whose gain without
/// the box beats the best found gets a box-constrained quadratic program (box_qp.hpp).
/// Solver: enumeration below 12 variables, branch and bound from there.
/// Ties: the present values are kept unless something is better. The block's Q must be positive semidefinite,
/// and its linear term in the range of Q.
/// Errors: InvalidArgument for blocks of more than 64 variables (24 with enumeration), or with sizes that do
/// not match.
struct Sparse {
  double lambda = 0.0;
  double box = std::numeric_limits<double>::infinity();
  BlockSolver solver = BlockSolver::automatic;

  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

/// The constraint |x|_0 <= s: a block may hold t = s - (nonzeros outside it), and since a superset never
/// hurts, supports of size min(|B|, t) are all that need be looked at. Otherwise as Sparse.
struct SparseC {
  Coordinate s = 0;
  BlockSolver solver = BlockSolver::automatic;

  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

}  // namespace lode::hybrid
