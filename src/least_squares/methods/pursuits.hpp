#pragma once

#include <cstdint>

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

struct CosampOptions {
  std::uint64_t max_rounds = 100;
};

/// Compressive sampling matching pursuit.
///
/// Every round adds the 2s columns most correlated with the residual to the support, fits, and keeps the s
/// largest values without fitting them again. It may oscillate: the best round counts. Ends early when a
/// round changes nothing.
///
/// Constraint: sparse-c. Loss: squared.
/// Cost:    O(m n + m s^2) per round.
/// Returns: the best round's point.
/// Errors:  InvalidArgument for another constraint or loss.
/// Deterministic; ties go to the smaller column. Fits of more columns than rows are those of least norm.
/// Source:  D. Needell, J. A. Tropp, Appl. Comput. Harmon. Anal. 26 (2009) 301-321.
Solution cosamp(const Problem& problem, const CosampOptions& options, const RunContext& run);

/// Gradient pursuit.
///
/// Every round adds the column most correlated with the residual to the support S (it may be there already)
/// and makes the best step along the gradient on S. Ends when one more column would exceed s, when the
/// gradient vanishes, or after 10 s rounds.
///
/// Constraint: sparse-c. Loss: squared.
/// Cost:    O(m n) per round.
/// Returns: at most s nonzeros.
/// Errors:  InvalidArgument for another constraint or loss.
/// Deterministic; ties go to the smaller column.
/// Source:  T. Blumensath, M. E. Davies, IEEE Trans. Signal Process. 56 (2008) 2370-2382.
Solution gp(const Problem& problem, const RunContext& run);

}  // namespace lode::least_squares
