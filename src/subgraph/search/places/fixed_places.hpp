#pragma once

// Places that a searcher never leaves.

#include <cstdint>
#include <memory>

#include "subgraph/search/places/part_searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// The innermost cores: 2048 vertices, or four times as many as the set of `outer` has, and its anchors. A
/// tabu search over their dense rows begins at the densest of them. Run and progress must outlive the place.
///
/// Returns: nothing where rows do not pay (few arcs, too many vertices), or where no core order is known.
/// Cost:    O(n + k^2 + arcs of the k vertices); memory k^2 bytes, or eight times as many.
std::unique_ptr<Place> make_core(const SwapState& outer, const SearcherTask& task, const RunContext& run,
                                 SharedProgress& progress);

/// Making the rows of these cores takes as long as so many arcs of a search by kicks.
std::uint64_t core_work(const SwapState& outer);

/// The subgraph that `within` (increasing) induces. It holds the anchors of `outer` and at least as many
/// vertices as the set. A search by kicks begins with what peeling leaves of all of it. Run and progress must
/// outlive the place.
std::unique_ptr<Place> make_confines(const SwapState& outer, VertexSet within, const SearcherTask& task,
                                     const RunContext& run, SharedProgress& progress);

}  // namespace lode::subgraph::detail
