#include "subgraph/search/moves/tabu_searcher.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

#include "hybrid/escape/seeds.hpp"
#include "hybrid/escape/walk.hpp"
#include "subgraph/search/moves/bucket_tabu_set.hpp"
#include "subgraph/search/moves/dense_tabu_set.hpp"
#include "subgraph/search/moves/tabu_set.hpp"
#include "subgraph/state/set_pool.hpp"

namespace lode::subgraph::detail {
namespace {

// Where a tabu search begins anew.

/// New starts in the place of the set of one search. After every move `go_on` is asked; once it says no the
/// set is left as it is.
class TabuStarts {
 public:
  /// The set has its size now. `order`: all vertices, the densest cores last. What is given must outlive the
  /// starts.
  TabuStarts(TabuSet& set, std::span<const Vertex> order, Rng& draws)
      : set_(set), order_(order), draws_(draws), size_(set.members().size()) {}

  /// Replaces the set by that of the `number`-th start: every third time, or when the pool has none, one that
  /// is grown afresh, for sets far from those known, from a hint while `take_hint` has one (else nullptr);
  /// else by one of the pool of which up to half is replaced.
  template <class TakeHint, class GoOn>
  void begin(std::uint64_t number, const SetPool& pool, TakeHint&& take_hint, GoOn&& go_on) {
    set_.release_all();
    if (number % growth_period != 0 && !pool.empty()) {
      move_to(pool.draw(draws_), go_on);
      drop_some(go_on);
    } else {
      const VertexSet* hint = take_hint();
      move_to(hint ? *hint : VertexSet(), go_on);
    }
    grow(go_on);
  }

 private:
  static constexpr std::uint64_t growth_period = 3;
  /// Draws by core of a seed: hardly ever more than one or two, but for sets of nearly all vertices.
  static constexpr int core_attempts = 8;

  /// Makes the members those of `wanted` (increasing), but for anchors, at most as many as the set has.
  template <class GoOn>
  void move_to(const VertexSet& wanted, GoOn&& go_on) {
    leaving_.assign(set_.members().begin(), set_.members().end());
    for (const Vertex v : leaving_) {
      if (std::ranges::binary_search(wanted, v)) continue;
      if (!go_on()) return;
      set_.remove(v);
    }
    for (const Vertex v : wanted) {
      if (!set_.is_outsider(v)) continue;
      if (!go_on()) return;
      set_.add(v);
    }
    while (set_.members().size() > size_ && go_on()) set_.remove(set_.weakest());
  }

  /// Removes a random number of random members, at most half of the set, and makes them tabu.
  template <class GoOn>
  void drop_some(GoOn&& go_on) {
    for (std::uint64_t left = 1 + draws_.below(std::max<std::uint64_t>(1, size_ / 2)); left > 0 && go_on();
         --left) {
      const Vertex v = set_.members()[draws_.below(set_.members().size())];
      set_.remove(v);
      set_.forbid_dropped(v, draws_);
    }
  }

  /// Adds outsiders of largest d_S until the set is full; a seed where none touches it.
  template <class GoOn>
  void grow(GoOn&& go_on) {
    while (set_.members().size() < size_ && go_on()) {
      const std::span<const Vertex> top = set_.best_outsiders();
      set_.add(top.empty() ? seed() : top[draws_.below(top.size())]);
    }
  }

  /// The less often exchanged of two outsiders, each drawn by log-uniform rank in the order of the cores.
  Vertex seed() {
    const Vertex a = outsider_by_core();
    const Vertex b = outsider_by_core();
    return set_.exchanges_of(b) < set_.exchanges_of(a) ? b : a;
  }
  Vertex outsider_by_core() {
    const auto any = [&] { return set_.outsiders()[draws_.below(set_.outsiders().size())]; };
    if (order_.empty()) return any();
    return hybrid::draw_usable(
        core_attempts, [&] { return hybrid::draw_near_end<Vertex>(order_, draws_); },
        [&](Vertex v) { return set_.is_outsider(v); }, any);
  }

  TabuSet& set_;
  const std::span<const Vertex> order_;
  Rng& draws_;
  const std::size_t size_;  ///< members, the anchors not counted
  VertexSet leaving_;
};

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
