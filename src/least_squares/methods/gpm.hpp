#pragma once

#include <cstdint>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

struct GpmOptions {
  std::uint64_t max_iterations = 1000000;
  double start_scale = 1e-3;  ///< sparse: of the normal values to begin with when the problem has no start
};

/// Greedy coordinate descent: the change of one coordinate that lowers F most, again and again, until none
/// lowers it by more than 1e-12 max(1, |F|).
///
/// Binary: a flip. Sparse: a new value, or zero. Sparse-c: a new value for a nonzero, or for a zero while
/// there are fewer than s nonzeros; begins at 0 unless the problem has a start.
///
/// Constraints: binary, sparse, sparse-c. Loss: squared.
/// Cost:    O(n) per change with a Gram matrix, O(stored values of A) without.
/// Returns: a block-1 stationary point when it converged; never above its start.
/// Errors:  InvalidArgument for another constraint or loss, or a negative scale.
/// Deterministic for a given start; ties go to the smaller coordinate.
/// Source:  the greedy method that G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493, compare with, which they
///          do not define.
Solution gpm(const Problem& problem, const GpmOptions& options, const RunContext& run);

}  // namespace lode::least_squares
