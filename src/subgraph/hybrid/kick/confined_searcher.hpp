#pragma once

#include <memory>

#include "subgraph/hybrid/kick/kick_searcher.hpp"

namespace lode::detail {

/// A searcher over the subgraph that `within` (increasing) induces. It holds the anchors of `outer`,
/// of which it looks at nothing else, and at least as many vertices as the set. Sets go in and out under the
/// outer graph's vertices; those that reach outside are not taken.
std::unique_ptr<KickSearcher> make_confined_searcher(const SwapState& outer, VertexSet within,
                                                     const KickSearchOptions& options, SearcherPlace place,
                                                     std::uint64_t seed, const RunContext& run,
                                                     SharedProgress& progress);

}  // namespace lode::detail
