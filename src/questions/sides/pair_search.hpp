#pragma once

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/questions/sides.hpp>

#include "questions/sides/pairs.hpp"

namespace lode::detail {

/// The pair of one size by exchanges, with the least of the bounds of best_pairs. `caps` belong to `sides`.
SidedAnswer search_pair(const SidedGraph& sides, const DegreeCaps& caps, const SideSizes& sizes,
                        subgraph::Effort effort, const RunContext& run);

}  // namespace lode::detail
