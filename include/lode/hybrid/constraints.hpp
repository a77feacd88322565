#pragma once

#include <limits>

#include <lode/core/run_context.hpp>
#include <lode/hybrid/block.hpp>

namespace lode::hybrid {

/// The constraint x in {-1, 1}^n: every one of the 2^|B| sign vectors of a block is feasible
/// (sign_search.hpp).
///
/// Solver: enumeration below 16 variables, branch and bound from there.
/// Ties: the present values are kept unless something is better. Errors: InvalidArgument for blocks of more
/// than 64 variables (30 with enumeration), or with sizes that do not match.
struct Binary {
  BlockSolver solver = BlockSolver::automatic;

  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

/// The constraint binary-c, {x in {0,1}^n, 1'x = s}; enumeration is in revolving-door order. A block keeps
/// its number of ones, so every feasible block point is one of C(|B|, t) sets with t = ones in the block
/// (swap-preserving).
///
/// Ties:   the present values are kept unless something is better.
/// Errors: InvalidArgument for blocks of more than 64 variables, or with sizes that do not match.
struct BinaryC {
  BlockSolver solver = BlockSolver::automatic;
  Coordinate s = 0;  ///< ones of a point that is made for it (minimise.hpp); blocks do not look at it

  BlockMove solve(const BitBlock& block, double proximal, const RunContext& run) const;
  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

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
