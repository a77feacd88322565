#pragma once

#include <memory>

#include "subgraph/hybrid/kick/searcher.hpp"

namespace lode::subgraph::detail {

/// A searcher over the subgraph that `within` (increasing) induces. It holds the anchors of `outer`,
/// of which it looks at nothing else, and at least as many vertices as the set. Sets go in and out under the
/// outer graph's vertices; those that reach outside are not taken. Its first start is what peeling leaves of
/// all of it, in the place of the task's hints; the task's core order is that of the outer graph.
std::unique_ptr<KickSearcher> make_confined_searcher(const SwapState& outer, VertexSet within,
                                                     const SearcherTask& task, const RunContext& run,
                                                     SharedProgress& progress);

}  // namespace lode::subgraph::detail
