#pragma once

#include <cstdint>
#include <span>

#include <lode/core/rng.hpp>

#include "subgraph/hybrid/kick/filing.hpp"
#include "subgraph/hybrid/kick/kick_stream.hpp"
#include "subgraph/hybrid/kick/moves.hpp"
#include "subgraph/hybrid/kick/searcher.hpp"
#include "subgraph/hybrid/kick/seeds.hpp"
#include "subgraph/hybrid/kick/starts.hpp"

namespace lode::subgraph::detail {

/// What searchers have that begin from the starts of starts.hpp.
class StartingSearcher : public KickSearcher {
 public:
  void offer(const Found& found) final { pool_.offer(found.weight, found.vertices); }
  void take_hints(std::span<const VertexSet> hints) final { hints_.hints = hints; }
  const Found& best() const final { return best_; }

 protected:
  StartingSearcher(SwapState& state, const SearcherTask& task, const RunContext& run,
                   SharedProgress& progress)
      : state_(state),
        run_(run),
        progress_(progress),
        place_(task.place),
        target_(task.options.target),
        gains_(kick_gains(state.graph())),
        rng_(task.seed, kick_stream(task.place.number)),
        seeds_(state, task.core_order, rng_),
        moves_(state, seeds_, rng_),
        filing_(state),
        pool_(make_set_pool(state.graph())),
        starts_(state, moves_, seeds_, filing_, pool_, rng_, run,
                static_cast<std::uint64_t>(task.place.number)),
        hints_(task.hints),
        best_{state.weight(), state.sorted_members()},
        first_work_(state.work()) {
    state_.file_outsiders_late();
  }

  /// Work of moves of the state and of starts.
  std::uint64_t moving_work() const { return state_.work() - first_work_ + moves_.work() + starts_.work(); }

  SwapState& state_;
  const RunContext& run_;
  SharedProgress& progress_;
  const SearcherPlace place_;
  const Weight target_;
  const hybrid::Gains gains_;
  Rng rng_;
  KickSeeds seeds_;
  KickMoves moves_;
  OutsiderFiling filing_;
  SetPool pool_;
  KickStarts starts_;
  DealtHints hints_;
  Found best_;

 private:
  const std::uint64_t first_work_;
};

}  // namespace lode::subgraph::detail
