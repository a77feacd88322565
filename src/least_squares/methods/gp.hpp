#pragma once

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

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
