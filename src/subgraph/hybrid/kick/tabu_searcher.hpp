#pragma once

#include <memory>

#include "subgraph/hybrid/kick/searcher.hpp"

namespace lode::subgraph::detail {

/// A searcher that leaves local optima by tabu exchanges (tabu.hpp) instead of kicks and blocks: on dense
/// graphs, where a kick goes too far, and where many good sets differ by few vertices. It begins anew, two
/// times out of three, from a good set with some vertices taken out that stay out for a while, else from a
/// hint or from nothing, and fills up greedily. Exchanges count as kicks. `state` is moved by it alone and
/// must outlive it, and run and progress too.
std::unique_ptr<KickSearcher> make_tabu_searcher(SwapState& state, const SearcherTask& task,
                                                 const RunContext& run, SharedProgress& progress);

}  // namespace lode::subgraph::detail
