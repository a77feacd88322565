#pragma once

#include <cstdint>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

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

}  // namespace lode::least_squares
