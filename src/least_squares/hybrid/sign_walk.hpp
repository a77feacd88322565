#pragma once

#include <vector>

#include "least_squares/hybrid/escape_run.hpp"

namespace lode::least_squares::detail {

/// Searches {-1, 1}^n for the squared loss: from `start` by exact blocks to a local optimum, then by tabu
/// walks of single flips from mixtures of the best points until the work is done. Ends at a point that a run
/// of blocks does not improve unless stopped.
Ending walk_signs(const Problem& problem, const std::vector<double>& start, const EscapeLimits& limits,
                  const RunContext& run, BestPoint& best);

}  // namespace lode::least_squares::detail
