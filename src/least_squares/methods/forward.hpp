#pragma once

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

/// What a column's correlation with the residual is measured by.
enum class ColumnScale {
  unit,  ///< |a_j' r| / |a_j|
  raw    ///< |a_j' r|
};

struct OmpOptions {
  ColumnScale columns = ColumnScale::unit;
};

/// Orthogonal matching pursuit.
///
/// Adds the column most correlated with the residual and fits all chosen ones by an incremental QR
/// factorisation, until s are chosen or no column is correlated with what is left. A column whose part
/// outside the span of the chosen ones is at most 1e-13 of its length is passed over.
///
/// Constraint: sparse-c. Loss: squared.
/// Cost:    O(s m n + m s^2).
/// Returns: at most s nonzeros with the least-squares values.
/// Errors:  InvalidArgument for another constraint or loss.
/// Deterministic; ties go to the smaller column.
/// Source:  J. A. Tropp, A. C. Gilbert, IEEE Trans. Inform. Theory 53 (2007) 4655-4666.
Solution omp(const Problem& problem, const OmpOptions& options, const RunContext& run);

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
