#pragma once

#include <memory>

#include "subgraph/search/moves/dense_tabu_set.hpp"
#include "subgraph/search/team/searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// A searcher that leaves local optima by tabu exchanges (tabu.hpp): on dense graphs, where a kick goes too
/// far, and where many good sets differ by few vertices. Exchanges count as kicks.
///
/// Every third start is grown afresh, for sets far from those known, from a hint while there are any. The
/// other starts replace up to half of a good set.
///
/// The searcher alone moves `state`; state, run and progress must outlive it.
std::unique_ptr<Searcher> make_tabu_searcher(SwapState& state, const TabuRules& rules,
                                             const SearcherTask& task, const RunContext& run,
                                             SharedProgress& progress);

/// The same over dense rows, from the set `members` (increasing), which holds `anchors`.
std::unique_ptr<Searcher> make_dense_tabu_searcher(std::shared_ptr<const DenseRows> rows,
                                                   const VertexSet& members, const VertexSet& anchors,
                                                   const TabuRules& rules, const SearcherTask& task,
                                                   const RunContext& run, SharedProgress& progress);

}  // namespace lode::subgraph::detail
