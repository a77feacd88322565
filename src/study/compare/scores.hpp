#pragma once

#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/study/compare.hpp>

namespace lode {

/// Whether `value` is no worse than `best`, up to a relative 1e-9: rounding decides nothing.
bool reaches(double value, double best, Better better);

/// Ranks of values: 1 for the best. Values that differ from the first of their group by no more than rounding
/// share the mean of their ranks.
std::vector<double> ranks_of(std::span<const double> values, Better better);

/// Arithmetic mean; 0 of nothing.
double mean(std::span<const double> values);

/// (v_1 ... v_k)^(1/k) of values >= 0: 0 if one of them is 0; 1 of nothing.
double geometric_mean(std::span<const double> values);

/// At most `limit` (>= 2) points of a trace, spread evenly over their order, both ends kept.
Trace thinned_trace(const Trace& trace, std::size_t limit);

/// The mean over several runs of the best objective known at each moment: from the moment the last of them
/// has its first answer. A run keeps its last value once it has ended. Iterations are 0.
///
/// Cost: O(p log p) for p points in all.
Trace average_trace(std::span<const Trace* const> traces, Better better);

}  // namespace lode
