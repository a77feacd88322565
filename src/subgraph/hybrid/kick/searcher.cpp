#include "subgraph/hybrid/kick/searcher.hpp"

#include <algorithm>
#include <array>

#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>

#include "hybrid/escape/luby.hpp"
#include "subgraph/hybrid/kick/starting_searcher.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/state/bucket_working_set.hpp"
#include "subgraph/state/graph_objective.hpp"

namespace lode::subgraph::detail {
namespace {

/// Work charged for solving one block, in arcs: choosing and solving one takes about as long as so many.
constexpr std::uint64_t block_work = 64;

/// Large sets need large kicks in some graphs and not in others: the first searcher keeps to the limit, and
/// some of the others that kick take twice or three times as many vertices.
Vertex cluster_limit(Vertex limit, int searcher) {
  constexpr std::array<std::uint64_t, 4> factors = {1, 2, 1, 3};
  const std::uint64_t scaled = limit * factors[static_cast<std::size_t>(searcher) % factors.size()];
  return static_cast<Vertex>(std::min<std::uint64_t>(scaled, no_vertex - 1));
}

/// Kicks, each followed by blocks to a local optimum and taken back if worse, and starts.
template <class Objective>
class BlockKickSearcher final : public StartingSearcher {
 public:
  BlockKickSearcher(SwapState& state, const SearcherTask& task, const RunContext& run,
                    SharedProgress& progress)
      : StartingSearcher(state, task, run, progress),
        objective_(state),
        block_(task.options.block),
        idle_blocks_(task.options.idle_blocks),
        restarts_(task.options.starts == Starts::all),
        largest_cluster_(cluster_limit(task.options.cluster, task.place.number)),
        patience_(task.options.patience),
        next_(task.place.at == SearcherPlace::Begin::set ? Next::descent : Next::start) {
    counts_.starts = next_ == Next::descent ? 1 : 0;
  }

  void advance(std::uint64_t limit) override {
    if (next_ == Next::descent) {
      next_ = Next::kick;
      if (!begin_descents()) return;
    }
    while (work() < limit && state_.graph().num_arcs() > 0) {
      if (!(next_ == Next::start ? begin_start() : kick_once())) return;
    }
  }

  std::uint64_t work() const override { return moving_work() + counts_.blocks * block_work; }
  const KickSearchResult& counts() const override { return counts_; }

 private:
  /// Leaves the present start for a new one; false when the search ends.
  bool begin_start() {
    if (counts_.starts > 0) pool_.offer(state_.weight(), state_.sorted_members());
    starts_.begin(++counts_.starts, hints_);
    patience_.begin(counts_.starts);
    next_ = Next::kick;
    return begin_descents();
  }

  /// A kick and the descent after it, taken back if worse; false when the search ends.
  bool kick_once() {
    const Weight before = state_.weight();
    state_.begin_journal();
    ++counts_.kicks;
    moves_.kick(largest_cluster_);
    const bool go_on = descend();
    const bool better = gains_.improves(state_.weight(), before);
    if (gains_.worsens(state_.weight(), before)) {
      state_.undo_journal();
    } else {
      state_.end_journal();
    }
    if (patience_.tried(better) && restarts_) next_ = Next::start;
    return go_on;
  }

  /// The first descent of a start.
  bool begin_descents() {
    filing_.useful();
    const bool go_on = descend();
    filing_.useful();
    return go_on;
  }

  /// Descends by blocks; notes a new best; false when the search ends.
  bool descend() {
    filing_.enough(static_cast<std::size_t>(block_));
    hybrid::IdleRule stop(state_.graph().num_vertices(), idle_blocks_);
    BucketWorkingSet rule({0, block_}, BucketWorkingSet::BucketTies::random);
    struct Silent {
      void improved(std::uint64_t) {}
      void tick(std::uint64_t) {}
    };
    const auto result = hybrid::descend(objective_, constraint_, rule, stop, {}, rng_, run_, Silent{});
    counts_.blocks += result.iterations;
    progress_.add_blocks(result.iterations);
    note_best();
    if (best_.weight >= target_) {
      progress_.met_target(place_.turn);
      return false;
    }
    return result.reason == StopReason::converged && !progress_.overtaken(place_.turn);
  }

  void note_best() {
    if (!improves_recounted(gains_, state_, best_.weight)) return;
    best_ = {state_.weight(), state_.sorted_members()};
    progress_.reached(best_.weight);
  }

  /// What `advance` does next.
  enum class Next {
    descent,  ///< from the set the searcher was given
    kick,
    start
  };

  Objective objective_;
  const int block_;
  const std::uint64_t idle_blocks_;
  const bool restarts_;
  const Vertex largest_cluster_;
  hybrid::BinaryC constraint_;
  hybrid::LubyRestarts patience_;
  Next next_;
  KickSearchResult counts_;
};

}  // namespace

std::unique_ptr<KickSearcher> make_kick_searcher(SwapState& state, const SearcherTask& task,
                                                 const RunContext& run, SharedProgress& progress) {
  if (state.graph().weighted()) {
    return std::make_unique<BlockKickSearcher<GraphObjective<hybrid::DenseBlock>>>(state, task, run,
                                                                                   progress);
  }
  return std::make_unique<BlockKickSearcher<GraphObjective<hybrid::BitBlock>>>(state, task, run, progress);
}

}  // namespace lode::subgraph::detail
