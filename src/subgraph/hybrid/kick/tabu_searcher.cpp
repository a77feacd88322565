#include "subgraph/hybrid/kick/tabu_searcher.hpp"

#include <lode/core/rng.hpp>
#include <lode/subgraph/tabu.hpp>

#include "subgraph/hybrid/kick/kick_stream.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/tabu/bucket_tabu_set.hpp"
#include "subgraph/tabu/dense_tabu_set.hpp"
#include "subgraph/tabu/tabu_starts.hpp"

namespace lode::subgraph::detail {
namespace {

/// As method tabu, whose starts these are.
constexpr std::uint64_t stall = TabuOptions().stall;

/// As method tabu, but for tenures and for pairs of real weights: shorter tenures take half the time on dense
/// random graphs and weights, and little more on near-cliques; with a margin exchanges come close to the best
/// of all. Still shorter ones gain on the former what they lose on the latter.
constexpr TabuRules tabu_rules = {.random_exchange = TabuOptions().random_exchange, .slack = 7, .margin = 0.6};

/// Arcs between two looks at the clock.
constexpr std::uint64_t poll_work = 1u << 15;

class TabuSearcher final : public KickSearcher {
 public:
  /// `make_set(draws)` makes the set to be moved.
  template <class MakeSet>
  TabuSearcher(MakeSet&& make_set, Sums sums, const SearcherTask& task, const RunContext& run,
               SharedProgress& progress)
      : run_(run),
        progress_(progress),
        turn_(task.place.turn),
        target_(task.options.target),
        restarts_(task.options.starts == Starts::all),
        gains_(kick_gains(sums)),
        rng_(task.seed, kick_stream(task.place.number)),
        set_(make_set(rng_)),
        pool_(make_set_pool(sums)),
        starts_(*set_, task.core_order, rng_),
        hints_(task.hints),
        best_{set_->weight(), set_->sorted_members()},
        local_(best_),
        first_work_(set_->work()),
        starting_(task.place.at == SearcherPlace::Begin::start) {
    counts_.starts = starting_ ? 0 : 1;
  }

  void advance(std::uint64_t limit) override {
    while (work() < limit) {
      if (starting_ && !begin_start()) return;
      if (!exchange_until(limit)) return;
    }
  }
  void offer(const Found& found) override { pool_.offer(found.weight, found.vertices); }
  void take_hints(std::span<const VertexSet> hints) override { hints_.hints = hints; }
  const Found& best() const override { return best_; }
  std::uint64_t work() const override { return set_->work() - first_work_; }
  const KickSearchResult& counts() const override { return counts_; }

 private:
  /// Exchanges until the start has had its chance; false when the search ends.
  bool exchange_until(std::uint64_t limit) {
    std::uint64_t next_poll = work();
    while (idle_ < stall || !restarts_) {
      if (work() >= limit) return true;
      if (work() >= next_poll) {
        if (run_.should_stop() || progress_.overtaken(turn_)) return false;
        next_poll = work() + poll_work;
      }
      ++idle_;
      ++counts_.kicks;
      const auto exchange = set_->next();
      if (!exchange) continue;
      // The best set of a start is copied only before it is left for a worse one.
      if (exchange->gain <= 0.0) keep_local();
      set_->make(*exchange);
      if (!gains_.improves(set_->weight(), local_.weight)) continue;
      idle_ = 0;
      if (!begin_local()) return false;
    }
    keep_local();
    pool_.offer(local_.weight, local_.vertices);
    starting_ = true;
    return true;
  }

  /// Leaves the present start for a new one; false when the search ends.
  bool begin_start() {
    starting_ = false;
    idle_ = 0;
    starts_.begin(
        ++counts_.starts, pool_, [&] { return hints_.take(); }, [] { return true; });
    return begin_local();
  }

  /// The present set is the best of its start, perhaps of all; false when the search ends.
  bool begin_local() {
    const bool better = improves_recounted(gains_, *set_, best_.weight);
    local_.weight = set_->weight();
    copied_ = false;
    if (!better) return true;
    keep_local();
    best_ = local_;
    progress_.reached(best_.weight);
    if (best_.weight < target_) return true;
    progress_.met_target(turn_);
    return false;
  }
  void keep_local() {
    if (copied_) return;
    local_ = {set_->weight(), set_->sorted_members()};
    copied_ = true;
  }

  const RunContext& run_;
  SharedProgress& progress_;
  const int turn_;
  const Weight target_;
  const bool restarts_;
  const hybrid::Gains gains_;
  Rng rng_;
  std::unique_ptr<TabuSet> set_;
  SetPool pool_;
  TabuStarts starts_;
  DealtHints hints_;
  Found best_;
  Found local_;         ///< the best of this start
  bool copied_ = true;  ///< local_ is up to date
  const std::uint64_t first_work_;
  std::uint64_t idle_ = 0;
  bool starting_;
  KickSearchResult counts_;
};

}  // namespace

std::unique_ptr<KickSearcher> make_tabu_searcher(SwapState& state, const SearcherTask& task,
                                                 const RunContext& run, SharedProgress& progress) {
  const auto make_set = [&](Rng& draws) {
    return std::make_unique<BucketTabuSet>(state, state.size(), tabu_rules, draws);
  };
  return std::make_unique<TabuSearcher>(make_set, sums_of(state.graph().integral()), task, run, progress);
}

std::unique_ptr<KickSearcher> make_dense_tabu_searcher(std::shared_ptr<const DenseRows> rows,
                                                       const VertexSet& members, const VertexSet& anchors,
                                                       const SearcherTask& task, const RunContext& run,
                                                       SharedProgress& progress) {
  const auto make_set = [&](Rng& draws) { return make_dense_tabu_set(rows, members, anchors, tabu_rules, draws); };
  return std::make_unique<TabuSearcher>(make_set, sums_of(rows->integral()), task, run, progress);
}

}  // namespace lode::subgraph::detail
