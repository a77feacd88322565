#include "subgraph/search/moves/tabu_searcher.hpp"

#include <lode/core/rng.hpp>

#include "hybrid/escape/walk.hpp"
#include "subgraph/search/moves/bucket_tabu_set.hpp"
#include "subgraph/search/moves/dense_tabu_set.hpp"
#include "subgraph/search/starts/tabu_starts.hpp"

namespace lode::subgraph::detail {
namespace {

/// Arcs between two looks at the clock: well under a millisecond.
constexpr std::uint64_t poll_work = 1u << 15;

class TabuSearcher final : public Searcher {
 public:
  /// `make_set(draws)` makes the set to be moved.
  template <class MakeSet>
  TabuSearcher(MakeSet&& make_set, Sums sums, const TabuPlan& plan, const SearcherTask& task,
               const RunContext& run, SharedProgress& progress)
      : Searcher({}, task, run, progress),
        plan_(plan),
        restarts_(task.options.starts == Starts::all),
        rng_(task.draws()),
        set_(make_set(rng_)),
        pool_(make_set_pool(sums)),
        starts_(*set_, task.core_order, rng_),
        hints_(task.hints),
        first_work_(set_->work()),
        starting_(role_.at == SearcherRole::Begin::start) {
    best_ = local_ = {set_->weight(), set_->sorted_members()};
    counts_.starts = starting_ ? 0 : 1;
  }

  void advance(std::uint64_t limit) override {
    next_poll_ = work();
    while (work() < limit && !ended_) {
      if (starting_) begin_start();
      hybrid::walk(
          idle_, restarts_ ? plan_.stall : unlimited_tabu, [&] { return work() < limit && go_on(); },
          [&] { return exchange(); });
      if (idle_ >= plan_.stall && restarts_) end_start();
    }
  }
  void offer(const Found& found) override { pool_.offer(found.weight, found.vertices); }
  void take_hints(std::span<const VertexSet> hints) override { hints_.hints = hints; }
  std::uint64_t work() const override { return set_->work() - first_work_; }
  TeamResult counts() const override { return counts_; }

 private:
  /// False when the search ends.
  bool go_on() {
    if (!ended_ && work() >= next_poll_) {
      ended_ = run_.should_stop() || overtaken();
      next_poll_ = work() + poll_work;
    }
    return !ended_;
  }

  void begin_start() {
    starting_ = false;
    idle_ = 0;
    starts_.begin(
        ++counts_.starts, pool_, [&] { return hints_.take(); }, [&] { return go_on(); });
    if (!ended_) begin_local();  // else the set may not be whole
  }

  /// True if the set is now the best of its start.
  bool exchange() {
    const auto exchange = set_->next();
    if (!exchange) return false;
    // The best set of a start is copied only before it is left for a worse one.
    if (exchange->gain <= 0.0) keep_local();
    set_->make(*exchange);
    ++counts_.kicks;
    if (!gains_.improves(set_->weight(), local_.weight)) return false;
    begin_local();
    return true;
  }

  /// The present set is the best of its start, perhaps of all.
  void begin_local() {
    const bool better = improves_recounted(gains_, *set_, best_.weight);
    local_.weight = set_->weight();
    copied_ = false;
    if (!better) return;
    keep_local();
    found(local_);
    ended_ |= meets_target();
  }
  void keep_local() {
    if (copied_) return;
    local_ = {set_->weight(), set_->sorted_members()};
    copied_ = true;
  }

  void end_start() {
    keep_local();
    pool_.offer(local_.weight, local_.vertices);
    starting_ = true;
    ended_ |= counts_.starts >= plan_.most_starts;
  }

  const TabuPlan plan_;
  const bool restarts_;
  Rng rng_;
  std::unique_ptr<TabuSet> set_;
  SetPool pool_;
  TabuStarts starts_;
  DealtHints hints_;
  Found local_;         ///< the best of this start
  bool copied_ = true;  ///< local_ is up to date
  const std::uint64_t first_work_;
  std::uint64_t next_poll_ = 0;
  std::uint64_t idle_ = 0;
  bool starting_;
  bool ended_ = false;
  TeamResult counts_;
};

}  // namespace

std::unique_ptr<Searcher> make_tabu_searcher(SwapState& state, const TabuPlan& plan, const SearcherTask& task,
                                             const RunContext& run, SharedProgress& progress) {
  const auto make_set = [&](Rng& draws) {
    return std::make_unique<BucketTabuSet>(state, state.size(), plan.rules, draws);
  };
  return std::make_unique<TabuSearcher>(make_set, sums_of(state.graph().integral()), plan, task, run,
                                        progress);
}

std::unique_ptr<Searcher> make_dense_tabu_searcher(std::shared_ptr<const DenseRows> rows,
                                                   const VertexSet& members, const VertexSet& anchors,
                                                   const TabuPlan& plan, const SearcherTask& task,
                                                   const RunContext& run, SharedProgress& progress) {
  const auto make_set = [&](Rng& draws) {
    return make_dense_tabu_set(rows, members, anchors, plan.rules, draws);
  };
  return std::make_unique<TabuSearcher>(make_set, sums_of(rows->integral()), plan, task, run, progress);
}

}  // namespace lode::subgraph::detail
