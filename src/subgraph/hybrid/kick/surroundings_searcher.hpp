#pragma once

#include <memory>

#include "subgraph/hybrid/kick/searcher.hpp"

namespace lode::subgraph::detail {

/// A searcher that makes starts as searchers by kicks do, and goes on from each by tabu exchanges over dense
/// rows of its surroundings: the set, and the outsiders with the largest d_S. The surroundings are drawn anew
/// around what that leads to while it is better; then the start is left. For graphs too large for rows of all
/// of them: an exchange costs no more than in a small one, and the rows that hold the best exchanges come
/// along. Exchanges count as kicks. `state` is moved by it alone and must outlive it, and run and progress
/// too.
///
/// Cost: O(k^2) besides the arcs of k vertices for surroundings of k, at most DenseRows::most_vertices.
/// Nothing where these hold less than twice the set.
std::unique_ptr<KickSearcher> make_surroundings_searcher(SwapState& state, const SearcherTask& task,
                                                         const RunContext& run, SharedProgress& progress);

}  // namespace lode::subgraph::detail
