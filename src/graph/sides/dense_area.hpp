#pragma once

#include <array>
#include <cstdint>

#include <lode/core/run_context.hpp>

#include "graph/sides/side_rows.hpp"
#include "graph/sides/subset_sweep.hpp"

namespace lode::detail {

/// Looks for a pair of sets that is dense enough, of the largest area, with `least[i]` vertices of side i at
/// least. Says nothing of how large one can be.
///
/// A left set says how many right vertices fit it, those of most neighbours first, and the other way round.
/// Every vertex and its neighbours is a start, from which both sides are chosen in turn as long as the area
/// grows. Then, for sizes b of the right side that grow by a quarter, exchanges look for the pair of just
/// larger area with enough edges (exchange_pairs).
///
/// `start`: a pair to begin with; may be empty.
/// Cost:   O(edges) per choice; a work limit of some 10^9 row entries without a time limit.
/// Stops:  on cancel and deadline, with the best pair so far.
/// Deterministic for a seed, but when it is stopped by the clock.
SweptPair grow_dense_area(const SideRows& rows, const DenseEnough& dense, const std::array<Vertex, 2>& least,
                          const SidePair& start, const RunContext& run);

}  // namespace lode::detail
