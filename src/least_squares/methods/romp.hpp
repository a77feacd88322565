#pragma once

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

/// Regularised orthogonal matching pursuit.
///
/// Of the s columns most correlated with the residual (those with none left out), sorted by correlation, it
/// adds the run of largest energy whose largest correlation is at most twice its smallest, and fits all
/// chosen columns; until at least s are chosen or the residual is zero. More than s are pruned to those of
/// largest values and fitted again.
///
/// Constraint: sparse-c. Loss: squared.
/// Cost:    O(m n + m s^2) per round, at most s rounds.
/// Returns: at most s nonzeros.
/// Errors:  InvalidArgument for another constraint or loss.
/// Deterministic; ties go to the smaller column, between runs to the one of larger correlations.
/// Source:  D. Needell, R. Vershynin, IEEE J. Sel. Topics Signal Process. 4 (2010) 310-316, with a pruning
///          step that keeps the answer feasible.
Solution romp(const Problem& problem, const RunContext& run);

}  // namespace lode::least_squares
