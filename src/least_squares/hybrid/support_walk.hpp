#pragma once

#include <span>

#include "least_squares/hybrid/escape_run.hpp"

namespace lode::least_squares::detail {

/// Searches supports with all values refitted, for sparse-c and for sparse without a box: from `start`
/// (empty: forward selection) by exchanges and exact blocks to a local optimum, then by tabu walks and kicks
/// until the work is done. Squared loss only. Ends at a local optimum of both unless stopped.
Ending walk_supports(const Problem& problem, std::span<const Index> start, const EscapeLimits& limits,
                     const RunContext& run, BestPoint& best);

}  // namespace lode::least_squares::detail
