#pragma once

#include <lode/core/run_context.hpp>
#include <lode/hybrid/block.hpp>
#include <lode/hybrid/selection.hpp>

namespace lode::hybrid {

/// How a binary-c block is solved.
enum class BlockSolver {
  automatic,    ///< enumeration up to a few sets, branch and bound beyond
  enumeration,  ///< revolving door over all C(k, t) sets
  search        ///< branch and bound
};

/// The constraint binary-c, {x in {0,1}^n, 1'x = s}: a block keeps its number of ones, so every feasible
/// block point is one of C(|B|, t) sets with t = ones in the block (swap-preserving).
///
/// Ties: the present values are kept unless something is better, or with Ties::move as good (bit blocks
/// only). Errors: InvalidArgument for blocks of more than 64 variables.
struct BinaryC {
  BlockSolver solver = BlockSolver::automatic;
  Ties ties = Ties::keep;

  BlockMove solve(const BitBlock& block, double proximal, const RunContext& run) const;
  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

}  // namespace lode::hybrid
