#pragma once

#include <cstdint>
#include <memory>

#include "subgraph/hybrid/kick/searcher.hpp"

namespace lode::subgraph::detail {

/// A searcher by tabu exchanges over dense rows of the innermost cores, some 2048 vertices and the anchors of
/// `outer`, of which it looks at nothing else. Nothing where rows do not pay: few arcs, or no core order.
std::unique_ptr<KickSearcher> make_core_searcher(const SwapState& outer, const SearcherTask& task,
                                                 const RunContext& run, SharedProgress& progress);

/// Making its rows takes as long as so many arcs of a search by kicks.
std::uint64_t core_searcher_work(const SwapState& outer);

}  // namespace lode::subgraph::detail
