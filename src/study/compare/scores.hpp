#pragma once

#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/study/compare.hpp>

namespace lode {

/// True if `value` is no worse than `best`, up to a relative 1e-9 for rounding.
bool reaches(double value, double best, Better better);

/// Ranks of values, 1 for the best. Values within rounding of the first of their group share the mean rank.
std::vector<double> ranks_of(std::span<const double> values, Better better);

/// Arithmetic mean; 0 for an empty list.
double mean(std::span<const double> values);

/// (v_1 ... v_k)^(1/k) of values >= 0; 1 for an empty list.
double geometric_mean(std::span<const double> values);

/// At most `limit` (>= 2) points of a trace, evenly spaced by position, including both ends.
Trace thinned_trace(const Trace& trace, std::size_t limit);

/// The mean over several runs of the best objective known at each time, from the time when all runs have an
/// answer. A run keeps its last value after its end. Iterations are 0.
///
/// Cost: O(p log p) for p points in all.
Trace average_trace(std::span<const Trace* const> traces, Better better);

/// Computes from the runs: best and complete of all instances, cells, scores and case_scores.
///
/// Errors:  InvalidArgument for a run or an instance of a case or method that the comparison does not have.
void score_comparison(Comparison& comparison);

}  // namespace lode
