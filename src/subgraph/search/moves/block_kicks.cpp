#include "subgraph/search/moves/block_kicks.hpp"

#include <algorithm>
#include <array>

#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>

#include "hybrid/escape/luby.hpp"
#include "subgraph/search/starts/cluster_starts.hpp"
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

template <class Objective>
class BlockKicks final : public Searcher {
 public:
  BlockKicks(SwapState& state, const SearcherTask& task, const RunContext& run, SharedProgress& progress)
      : Searcher({state.weight(), state.sorted_members()}, task, run, progress),
        state_(state),
        starts_(state, task, run),
        objective_(state),
        block_(task.options.block),
        idle_blocks_(task.options.idle_blocks),
        restarts_(task.options.starts == Starts::all),
        largest_cluster_(cluster_limit(task.options.cluster, role_.number)),
        patience_(task.options.patience),
        next_(role_.at == SearcherRole::Begin::set ? Next::descent : Next::start) {
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
  void offer(const Found& found) override { starts_.good_sets().offer(found.weight, found.vertices); }
  void take_hints(std::span<const VertexSet> hints) override { starts_.take_hints(hints); }
  std::uint64_t work() const override { return starts_.work() + counts_.blocks * block_work; }
  TeamResult counts() const override { return counts_; }

 private:
  /// Leaves the present start for a new one; false when the search ends.
  bool begin_start() {
    if (counts_.starts > 0) starts_.good_sets().offer(state_.weight(), state_.sorted_members());
    starts_.begin(++counts_.starts);
    patience_.begin(counts_.starts);
    next_ = Next::kick;
    return begin_descents();
  }

  /// A kick and the descent after it, taken back if worse; false when the search ends.
  bool kick_once() {
    const Weight before = state_.weight();
    state_.begin_journal();
    ++counts_.kicks;
    const Vertex wanted = starts_.moves().draw_kick_size(largest_cluster_);
    starts_.moves().kick(starts_.seeds().near_set(), wanted);
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
    starts_.filing().useful();
    const bool go_on = descend();
    starts_.filing().useful();
    return go_on;
  }

  /// Descends by blocks; false when the search ends.
  bool descend() {
    starts_.filing().enough(static_cast<std::size_t>(block_));
    hybrid::IdleRule stop(state_.graph().num_vertices(), idle_blocks_);
    BucketWorkingSet rule({0, block_}, BucketWorkingSet::BucketTies::random);
    struct Silent {
      void improved(std::uint64_t) {}
      void tick(std::uint64_t) {}
    };
    const auto result =
        hybrid::descend(objective_, constraint_, rule, stop, {}, starts_.draws(), run_, Silent{});
    counts_.blocks += result.iterations;
    progress_.add_blocks(result.iterations);
    if (improves_recounted(gains_, state_, best_.weight)) found({state_.weight(), state_.sorted_members()});
    return !meets_target() && result.reason == StopReason::converged && !overtaken();
  }

  /// What `advance` does next.
  enum class Next {
    descent,  ///< from the set the searcher was given
    kick,
    start
  };

  SwapState& state_;
  ClusterStarts starts_;
  Objective objective_;
  const int block_;
  const std::uint64_t idle_blocks_;
  const bool restarts_;
  const Vertex largest_cluster_;
  hybrid::BinaryC constraint_;
  hybrid::LubyRestarts patience_;
  Next next_;
  TeamResult counts_;
};

}  // namespace

std::unique_ptr<Searcher> make_kick_searcher(SwapState& state, const SearcherTask& task,
                                             const RunContext& run, SharedProgress& progress) {
  if (state.graph().weighted())
    return std::make_unique<BlockKicks<GraphObjective<hybrid::DenseBlock>>>(state, task, run, progress);
  return std::make_unique<BlockKicks<GraphObjective<hybrid::BitBlock>>>(state, task, run, progress);
}

}  // namespace lode::subgraph::detail
