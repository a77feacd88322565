#pragma once

#include <memory>

#include "subgraph/hybrid/kick/searcher.hpp"
#include "subgraph/tabu/dense_rows.hpp"

namespace lode::subgraph::detail {

/// A searcher that leaves local optima by tabu exchanges (tabu.hpp) instead of kicks and blocks: on dense
/// graphs, where a kick goes too far, and where many good sets differ by few vertices. Its starts are those
/// of tabu_starts.hpp. Exchanges count as kicks. `state` is moved by it alone and must outlive it, and run
/// and progress too.
std::unique_ptr<KickSearcher> make_tabu_searcher(SwapState& state, const SearcherTask& task,
                                                 const RunContext& run, SharedProgress& progress);

/// The same over dense rows, from the set `members` (increasing), which holds `anchors`. The core order of
/// the task is that of the graph of the rows.
std::unique_ptr<KickSearcher> make_dense_tabu_searcher(std::shared_ptr<const DenseRows> rows,
                                                       const VertexSet& members, const VertexSet& anchors,
                                                       const SearcherTask& task, const RunContext& run,
                                                       SharedProgress& progress);

}  // namespace lode::subgraph::detail
