#pragma once

#include <cstdint>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

struct SwapOptions {
  std::uint64_t max_exchanges = 0;  ///< 0: no limit
};

/// Best exchange descent: of all s (n - s) exchanges of a nonzero for a zero the one that lowers
/// 1/2 |Ax - b|^2 most after refitting all values, until none lowers it.
///
/// Begins with the support of the problem's start, or of ols; fewer than s nonzeros are filled up as ols
/// does.
///
/// Constraint: sparse-c. Loss: squared.
/// Cost:    O(s n) per exchange after O(s^2 n); memory O(s n).
/// Returns: a support that no single exchange with refit improves, when it converged; never above its start.
/// Errors:  InvalidArgument for another constraint or loss.
/// Deterministic; ties go to the smaller coordinates.
/// Source:  as "swap" in H. Hazimeh, R. Mazumder, Oper. Res. 68 (2020) 1517-1537, with all exchanges scored.
Solution swap(const Problem& problem, const SwapOptions& options, const RunContext& run);

}  // namespace lode::least_squares
