#pragma once

#include <lode/core/run_context.hpp>
#include <lode/hybrid/block.hpp>

namespace lode::hybrid {

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

}  // namespace lode::hybrid
