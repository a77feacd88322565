#pragma once

// Which searchers a team has, and where each of them searches.

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <lode/core/run_context.hpp>

#include "subgraph/search/places/dense_rows.hpp"
#include "subgraph/search/team/searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// By what moves a searcher searches, and in which place.
enum class SearchKind {
  kicks,
  tabu,   ///< exchanges over the arcs of the graph
  dense,  ///< exchanges over dense rows of the graph
  core    ///< exchanges over dense rows of the innermost cores
};

/// A searcher in its team.
struct Seat {
  int turn = 0;
  SearchKind kind = SearchKind::kicks;
  std::unique_ptr<Searcher> searcher;
  std::uint64_t allotted = 0;  ///< work it was given so far; a start or a kick may go beyond it
};

/// Makes the searchers of a team: see team_search for which, and when each of them joins.
class Recruits {
 public:
  /// What is given must outlive the recruits; `state` is the first searcher's.
  Recruits(SwapState& state, const TeamOptions& options, std::uint64_t seed, const RunContext& run,
           SharedProgress& progress);

  /// The searcher of that number, from 0. The first one goes on from the set of the state.
  Seat make(int number, const DealtHints& hints);
  /// The work of the team after which it is time for that searcher; `hinted`: hints are known.
  std::uint64_t due(int number, bool hinted) const;
  /// Those that keep a hint in their set, if one is worth keeping. They have their turn before all others,
  /// the last one first.
  std::vector<Seat> followers(const std::vector<VertexSet>& hints);

 private:
  SearchKind kind_of(int number) const;
  std::unique_ptr<Searcher> dense_searcher(const SearcherTask& task);
  Seat other_seat(SearchKind kind, const SearcherTask& task);
  SearcherTask task(const SearcherRole& role, const DealtHints& hints) const;
  /// `kept` holds the anchors.
  Seat keeping(const SearcherRole& role, const VertexSet& kept, const std::vector<VertexSet>& hints);
  Seat confined(const SearcherRole& role, const VertexSet& within);

  SwapState& state_;
  const TeamOptions& options_;
  const std::uint64_t seed_;
  const RunContext& run_;
  SharedProgress& progress_;
  const bool dense_;                       ///< exchanges are over dense rows of the graph
  const bool dense_first_;                 ///< and come before kicks
  std::shared_ptr<const DenseRows> rows_;  ///< of the graph, once they are made
  std::deque<SwapState> copies_;
};

}  // namespace lode::subgraph::detail
