#pragma once

#include <optional>

#include <lode/core/run_context.hpp>
#include <lode/study/sides.hpp>

#include "graph/sides/side_rows.hpp"
#include "graph/sides/subset_sweep.hpp"

namespace lode::detail {

/// sweep_subsets of the side that takes fewer steps; nothing if that is more than 4 10^9, or stopped.
std::optional<SweepAnswer> sweep_small_side(const SideRows& rows, const SweepQuestion& question,
                                            const RunContext& run);

/// A pair that all subsets of a side prove.
SidedAnswer answer_of_subsets(const SidedGraph& sides, const SweptPair& pair, std::uint64_t bound);

}  // namespace lode::detail
