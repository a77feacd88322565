#pragma once

#include <memory>

#include "subgraph/search/team/searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// A searcher that leaves local optima by kicks and comes back by exact blocks. A kick takes a cluster of
/// outsiders in and as many members out; then small blocks of the best outsiders and the weakest members are
/// solved exactly until none gains. A set that is worse than before the kick is taken back. The searcher
/// moves `state` alone; state, run and progress must outlive it.
std::unique_ptr<Searcher> make_kick_searcher(SwapState& state, const SearcherTask& task,
                                             const RunContext& run, SharedProgress& progress);

}  // namespace lode::subgraph::detail
