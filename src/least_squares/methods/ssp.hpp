#pragma once

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

/// Subspace pursuit.
///
/// Begins with the s columns most correlated with b. Every round adds the s most correlated with the
/// residual, fits, keeps the s of largest values and fits again, until the residual does not get smaller.
///
/// Constraint: sparse-c. Loss: squared.
/// Cost:    O(m n + m s^2) per round.
/// Returns: the last support that made the residual smaller.
/// Errors:  InvalidArgument for another constraint or loss.
/// Deterministic; ties go to the smaller column. Fits of more columns than rows are those of least norm.
/// Source:  W. Dai, O. Milenkovic, IEEE Trans. Inform. Theory 55 (2009) 2230-2249.
Solution ssp(const Problem& problem, const RunContext& run);

}  // namespace lode::least_squares
