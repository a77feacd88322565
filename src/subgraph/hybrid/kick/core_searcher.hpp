#pragma once

#include <cstdint>
#include <memory>

#include "subgraph/hybrid/kick/searcher.hpp"

namespace lode::subgraph::detail {

/// A searcher by tabu exchanges over dense rows of the innermost cores, 2048 vertices or four times as many
/// as the set of `outer` has, and its anchors: it looks at nothing else of the graph. Nothing where rows do
/// not pay: few arcs, too many vertices, or no core order. Run and progress must outlive it.
///
/// Cost: O(n + k^2 + arcs of the k vertices); memory k^2 bytes, or eight times as many.
std::unique_ptr<KickSearcher> make_core_searcher(const SwapState& outer, const SearcherTask& task,
                                                 const RunContext& run, SharedProgress& progress);

/// Making its rows takes as long as so many arcs of a search by kicks.
std::uint64_t core_searcher_work(const SwapState& outer);

}  // namespace lode::subgraph::detail
