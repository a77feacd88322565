#pragma once

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

}  // namespace lode::hybrid
