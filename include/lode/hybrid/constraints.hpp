#pragma once

#include <limits>

#include <lode/core/run_context.hpp>
#include <lode/hybrid/block.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

/// The constraint x in {-1, 1}^n. All 2^|B| sign vectors of a block are feasible (sign_search.hpp).
///
/// Solver: enumeration below 16 variables, branch and bound from 16.
/// Ties: the present values are kept unless something is better. Errors: InvalidArgument for blocks of more
/// than 64 variables (30 with enumeration), or with sizes that do not match.
struct Binary {
  BlockSolver solver = BlockSolver::automatic;

  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

/// The constraint binary-c: {x in {0,1}^n, 1'x = s}. A block keeps its number t of ones (swap-preserving), so
/// that its feasible points are C(|B|, t) sets. Enumeration visits them in revolving-door order.
///
/// Ties:   the present values are kept unless something is better.
/// Errors: InvalidArgument for blocks of more than 64 variables, or with sizes that do not match.
struct BinaryC {
  BlockSolver solver = BlockSolver::automatic;
  Coordinate s = 0;  ///< number of ones of a point that minimise.hpp makes; block solvers ignore it

  BlockMove solve(const BitBlock& block, double proximal, const RunContext& run) const;
  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

/// The penalty lambda |x|_0 inside |x_i| <= box. A block has 2^|B| supports, and each support has its own
/// minimiser (support_search.hpp).
///
/// Box:    the solver first searches without the box. If that answer leaves the box, it solves a
/// box-constrained
///         quadratic program (box_qp.hpp) on every support whose gain without the box beats the best found.
/// Solver: enumeration below 12 variables, branch and bound from 12.
/// Ties:   the present values are kept unless something is better.
/// Needs:  a block whose Q is positive semidefinite, and whose linear term lies in the range of Q.
/// Errors: InvalidArgument for blocks of more than 64 variables (24 with enumeration), or with sizes that do
/// not match.
struct Sparse {
  double lambda = 0.0;
  double box = std::numeric_limits<double>::infinity();
  BlockSolver solver = BlockSolver::automatic;

  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

/// The constraint |x|_0 <= s. A block may hold t = s - (nonzeros outside it) nonzeros. A superset of a
/// support is never worse, so that only supports of size min(|B|, t) are searched. Otherwise as Sparse.
struct SparseC {
  Coordinate s = 0;
  BlockSolver solver = BlockSolver::automatic;

  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

}  // namespace lode::hybrid
#pragma GCC visibility pop
