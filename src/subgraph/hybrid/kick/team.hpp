#pragma once

// The searchers of one run.

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>

#include "subgraph/hybrid/kick/kick_search.hpp"
#include "subgraph/hybrid/kick/searcher.hpp"
#include "subgraph/tabu/dense_rows.hpp"

namespace lode::subgraph::detail {

/// Errors: InvalidArgument for a hint that is not an increasing set of vertices.
void check_hints(const std::vector<VertexSet>& hints, const Graph& graph);

/// Work of each kicker in the first slice, in arcs: well below a millisecond, so that easy graphs are done
/// with one searcher.
inline constexpr std::uint64_t first_slice = 1 << 14;

/// What is left of a slice when something is due once all have done so much: never less than the first one,
/// so that each searcher works off what it has done beyond its share, and the search goes on.
std::uint64_t slice_until_due(std::uint64_t slice, std::uint64_t work, std::uint64_t due,
                              std::size_t searchers);

/// Searchers side by side in slices of work, and the exchange between the slices: see kick_search.
class KickTeam {
 public:
  /// What is given must outlive the team; `state` is the first searcher's.
  KickTeam(SwapState& state, const KickSearchOptions& options, std::uint64_t seed, const RunContext& run,
           const ImprovementSink& improved);

  /// Leaves the best set in the state.
  KickSearchResult search();

 private:
  enum class Kind {
    kicks,
    tabu,          ///< exchanges over the arcs of the graph
    dense,         ///< exchanges over dense rows of the graph
    surroundings,  ///< exchanges over dense rows of the surroundings of sets
    core           ///< exchanges over dense rows of the innermost cores
  };

  /// Searchers by turn.
  struct Seat {
    int turn = 0;
    Kind kind = Kind::kicks;
    std::unique_ptr<KickSearcher> searcher;
    std::uint64_t allotted = 0;  ///< work it was given so far; a start or a kick may go beyond it
  };

  SearcherTask task(const SearcherPlace& place, const DealtHints& hints) const;
  /// The hints of a searcher of the first team.
  DealtHints dealt(int number) const;
  void join_first();
  /// Those that are left, once it is time for them.
  void others_join();
  void join(Kind kind);
  std::unique_ptr<KickSearcher> make_searcher(Kind& kind, const SearcherTask& told);
  Kind kind_of(int number) const;
  /// The work after which it is time for a searcher to join.
  std::uint64_t due(int number) const;
  /// The place of those that follow hints: they have their turn before the others.
  SearcherPlace place_in_front();
  void join_in_front(const SearcherPlace& place, std::unique_ptr<KickSearcher> searcher);

  /// Once there are hints: deals them out, and lets those join that follow them.
  void take_hints();
  void let_followers_join();
  void confine(const VertexSet& hint);
  /// `kept` holds the anchors.
  void keep(const VertexSet& kept, std::size_t size);

  std::uint64_t slice_before_dues(std::uint64_t slice) const;
  std::uint64_t share(const Seat& seat, std::uint64_t slice) const;
  void advance(std::uint64_t slice);
  std::uint64_t work() const;
  std::vector<KickSearchResult> counts() const;
  std::size_t best_searcher() const;
  std::optional<StopReason> reason_to_end(bool work_used_up) const;
  KickSearchResult end(StopReason reason, std::size_t winner, const std::vector<KickSearchResult>& before);

  SwapState& state_;
  const KickSearchOptions& options_;
  std::vector<VertexSet> hints_;
  bool asked_for_hints_ = false;
  bool hints_taken_ = false;
  std::optional<Kind> favoured_;  ///< what has improved on the best last
  std::uint64_t seed_;
  const RunContext& run_;
  SharedProgress progress_;
  const bool dense_;                       ///< exchanges are over dense rows of the graph
  const bool dense_first_;                 ///< and come before kicks
  std::shared_ptr<const DenseRows> rows_;  ///< of the graph, once they are made
  std::deque<SwapState> copies_;
  int joined_ = 0;          ///< of KickSearchOptions::searchers
  int following_ = 0;       ///< besides, those that follow hints
  std::vector<Seat> team_;  ///< by rising turn
};

}  // namespace lode::subgraph::detail
