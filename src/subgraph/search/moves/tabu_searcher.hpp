#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include <lode/subgraph/tabu.hpp>

#include "subgraph/search/moves/tenures.hpp"
#include "subgraph/search/places/dense_rows.hpp"
#include "subgraph/search/team/searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

inline constexpr std::uint64_t unlimited_tabu = std::numeric_limits<std::uint64_t>::max();

/// How a searcher exchanges under tabu.
struct TabuPlan {
  std::uint64_t stall = TabuOptions().stall;  ///< exchanges without a gain after which a start is left
  TabuRules rules = {};
  std::uint64_t most_starts = unlimited_tabu;  ///< the search ends after so many
};

/// The plan of the searchers in a team. Tenures are shorter than those of method tabu: they take half the
/// time on dense random graphs and weights, and little more on near-cliques. With the margin, exchanges of
/// real weights come close to the best of all.
inline constexpr TabuPlan team_tabu = {
    .rules = {.random_exchange = TabuOptions().random_exchange, .slack = 7, .margin = 0.6}};

/// A searcher that leaves local optima by tabu exchanges (tabu.hpp): on dense graphs, where a kick goes too
/// far, and where many good sets differ by few vertices. Its starts are those of `TabuStarts`. Exchanges
/// count as kicks. The searcher moves `state` alone; state, run and progress must outlive it.
std::unique_ptr<Searcher> make_tabu_searcher(SwapState& state, const TabuPlan& plan, const SearcherTask& task,
                                             const RunContext& run, SharedProgress& progress);

/// The same over dense rows, from the set `members` (increasing), which holds `anchors`. The core order of
/// the task is that of the graph of the rows.
std::unique_ptr<Searcher> make_dense_tabu_searcher(std::shared_ptr<const DenseRows> rows,
                                                   const VertexSet& members, const VertexSet& anchors,
                                                   const TabuPlan& plan, const SearcherTask& task,
                                                   const RunContext& run, SharedProgress& progress);

}  // namespace lode::subgraph::detail
