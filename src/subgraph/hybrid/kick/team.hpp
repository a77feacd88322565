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

namespace lode::subgraph::detail {

/// Errors: InvalidArgument for a hint that is not an increasing set of vertices.
void check_hints(const std::vector<VertexSet>& hints, const Graph& graph);

/// Searchers side by side in slices of work, and the exchange between the slices: see kick_search.
class KickTeam {
 public:
  /// What is given must outlive the team; `state` is the first searcher's.
  KickTeam(SwapState& state, const KickSearchOptions& options, std::uint64_t seed, const RunContext& run,
           const ImprovementSink& improved);

  /// Leaves the best set in the state.
  KickSearchResult search();

 private:
  enum class Kind { kicks, tabu };

  /// Searchers by turn.
  struct Seat {
    int turn = 0;
    Kind kind = Kind::kicks;
    std::unique_ptr<KickSearcher> searcher;
  };

  int next_number() const { return static_cast<int>(team_.size()); }
  SearcherTask task(const SearcherPlace& place, const DealtHints& hints) const;
  void join(SwapState& state, SearcherPlace::Begin at);
  /// The place of those that follow hints: they have their turn before the others.
  SearcherPlace place_in_front() const;
  void join_in_front(const SearcherPlace& place, std::unique_ptr<KickSearcher> searcher);

  /// Once there are hints: deals them out, and lets those join that follow them.
  void take_hints();
  void let_followers_join();
  void confine(const VertexSet& hint);
  /// `kept` holds the anchors.
  void keep(const VertexSet& kept, std::size_t size);

  std::uint64_t slice_before_hints(std::uint64_t slice) const;
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
  std::deque<SwapState> copies_;
  std::vector<Seat> team_;  ///< by rising turn
};

}  // namespace lode::subgraph::detail
