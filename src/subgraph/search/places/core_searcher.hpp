#pragma once

#include <cstdint>
#include <memory>

#include "subgraph/search/team/searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// A searcher by tabu exchanges over dense rows of the innermost cores: 2048 vertices, or four times as many
/// as the set of `outer` has, and its anchors. The searcher looks at nothing else of the graph. It begins at
/// the densest of these vertices. Sets go in and out under the numbers of the graph; sets that reach outside
/// are not taken, and neither are hints. Run and progress must outlive the searcher.
///
/// Returns: nothing where rows do not pay (few arcs, too many vertices), or where no core order is known.
/// Cost:    O(n + k^2 + arcs of the k vertices); memory k^2 bytes, or eight times as many.
std::unique_ptr<Searcher> make_core_searcher(const SwapState& outer, const SearcherTask& task,
                                             const RunContext& run, SharedProgress& progress);

/// Making the rows of these cores takes as long as so many arcs of a search by kicks.
std::uint64_t core_searcher_work(const SwapState& outer);

}  // namespace lode::subgraph::detail
