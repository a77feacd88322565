#pragma once

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

/// Orthogonal least squares, or forward stepwise selection: adds the column whose addition lowers
/// 1/2 |Ax - b|^2 most after refitting all values. Otherwise as omp.
///
/// Constraint: sparse-c. Loss: squared.
/// Cost:    O(s m n + m s^2).
/// Returns: at most s nonzeros with the least-squares values.
/// Errors:  InvalidArgument for another constraint or loss.
/// Deterministic; ties go to the smaller column.
/// Source:  S. Chen, S. A. Billings, W. Luo, Int. J. Control 50 (1989) 1873-1896.
Solution ols(const Problem& problem, const RunContext& run);

}  // namespace lode::least_squares
