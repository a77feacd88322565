#include "subgraph/hybrid/kick/tabu_searcher.hpp"

#include <algorithm>

#include <lode/core/rng.hpp>
#include <lode/subgraph/tabu.hpp>

#include "subgraph/hybrid/kick/kick_stream.hpp"
#include "subgraph/hybrid/kick/moves.hpp"
#include "subgraph/hybrid/kick/seeds.hpp"
#include "subgraph/methods/tabu_exchanges.hpp"

namespace lode::subgraph::detail {
namespace {

/// As method tabu, whose starts these are.
constexpr std::uint64_t stall = TabuOptions().stall;
constexpr double random_exchange = TabuOptions().random_exchange;
/// Arcs between two looks at the clock.
constexpr std::uint64_t poll_work = 1u << 15;

class TabuSearcher final : public KickSearcher {
 public:
  TabuSearcher(SwapState& state, const SearcherTask& task, const RunContext& run, SharedProgress& progress)
      : state_(state),
        run_(run),
        progress_(progress),
        turn_(task.place.turn),
        target_(task.options.target),
        restarts_(task.options.starts == Starts::all),
        gains_(kick_gains(state.graph())),
        rng_(task.seed, kick_stream(task.place.number)),
        seeds_(state, task.core_order, rng_),
        moves_(state, seeds_, rng_),
        pool_(make_set_pool(state.graph())),
        exchanges_(state, moves_.size() + static_cast<Vertex>(state.anchors().size()), random_exchange, rng_),
        hints_(task.hints),
        best_{state.weight(), state.sorted_members()},
        first_work_(state.work()),
        starting_(task.place.at == SearcherPlace::Begin::start) {
    counts_.starts = starting_ ? 0 : 1;
    local_ = best_;
  }

  void advance(std::uint64_t limit) override {
    while (work() < limit && state_.graph().num_arcs() > 0) {
      if (starting_ && !begin_start()) return;
      if (!exchange_until(limit)) return;
    }
  }
  void offer(const Found& found) override { pool_.offer(found.weight, found.vertices); }
  void take_hints(std::span<const VertexSet> hints) override { hints_.hints = hints; }
  const Found& best() const override { return best_; }
  std::uint64_t work() const override {
    return state_.work() - first_work_ + moves_.work() + counts_.kicks * TabuExchanges::overhead;
  }
  const KickSearchResult& counts() const override { return counts_; }

 private:
  /// Exchanges until the start has had its chance; false when the search ends.
  bool exchange_until(std::uint64_t limit) {
    std::uint64_t next_poll = work() + poll_work;
    while (idle_ < stall || !restarts_) {
      if (work() >= limit) return true;
      if (work() >= next_poll) {
        if (run_.should_stop() || progress_.overtaken(turn_)) return false;
        next_poll = work() + poll_work;
      }
      ++idle_;
      ++counts_.kicks;
      const auto exchange = exchanges_.next();
      if (!exchange) continue;
      // The best set of a start is copied only before it is left for a worse one.
      if (exchange->gain <= 0.0) keep_local();
      exchanges_.make(*exchange);
      if (!gains_.improves(state_.weight(), local_.weight)) continue;
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
    ++counts_.starts;
    idle_ = 0;
    exchanges_.release_all();
    moves_.end_protection();
    if (counts_.starts % TabuExchanges::growth_period != 0 && !pool_.empty()) {
      drop_from(pool_.draw(rng_));
    } else if (const VertexSet* hint = hints_.take()) {
      state_.move_to(state_.anchors());
      moves_.merge(*hint);
    } else {
      state_.move_to(state_.anchors());
    }
    fill_up();
    if (state_.graph().weight_kind() == WeightKind::real &&
        counts_.starts % TabuExchanges::rebuild_period == 0)
      rebuild();
    return begin_local();
  }

  /// A good set with up to a half taken out, which stays out for a while.
  void drop_from(const VertexSet& good) {
    state_.move_to(good);
    moves_.peel_to_size();  // sets of others need not hold the anchors
    for (auto left = 1 + rng_.below(std::max<Vertex>(1, moves_.size() / 2)); left > 0; --left) {
      const Vertex v = state_.members()[rng_.below(state_.members().size())];
      state_.remove(v);
      exchanges_.forbid_dropped(v, rng_);
    }
  }

  /// Adds outsiders of largest d_S until the set is full; a seed where nothing touches it.
  void fill_up() {
    while (moves_.missing() > 0) {
      const auto top = exchanges_.best_outsiders();
      state_.add(top.empty() ? seed() : top[rng_.below(top.size())]);
    }
  }
  /// The less often exchanged of two.
  Vertex seed() {
    const Vertex a = seeds_.anywhere();
    const Vertex b = seeds_.anywhere();
    return exchanges_.exchanges_of(b) < exchanges_.exchanges_of(a) ? b : a;
  }

  /// Sums d_S afresh, before the rounding of many updates adds up.
  void rebuild() {
    const std::uint64_t work = state_.work() - first_work_;
    state_ = SwapState(state_.graph(), state_.sorted_members(), state_.anchors());
    first_work_ = state_.work() - work;
  }

  /// The present set is the best of its start, perhaps of all; false when the search ends.
  bool begin_local() {
    local_.weight = state_.weight();
    copied_ = false;
    if (!gains_.improves(state_.weight(), best_.weight)) return true;
    keep_local();
    best_ = local_;
    progress_.reached(best_.weight);
    if (best_.weight < target_) return true;
    progress_.met_target(turn_);
    return false;
  }
  void keep_local() {
    if (copied_) return;
    local_ = {state_.weight(), state_.sorted_members()};
    copied_ = true;
  }

  SwapState& state_;
  const RunContext& run_;
  SharedProgress& progress_;
  const int turn_;
  const Weight target_;
  const bool restarts_;
  const hybrid::Gains gains_;
  Rng rng_;
  KickSeeds seeds_;
  KickMoves moves_;
  SetPool pool_;
  TabuExchanges exchanges_;
  DealtHints hints_;
  Found best_;
  Found local_;         ///< the best of this start
  bool copied_ = true;  ///< local_ is up to date
  std::uint64_t first_work_;
  std::uint64_t idle_ = 0;
  bool starting_;
  KickSearchResult counts_;
};

}  // namespace

std::unique_ptr<KickSearcher> make_tabu_searcher(SwapState& state, const SearcherTask& task,
                                                 const RunContext& run, SharedProgress& progress) {
  return std::make_unique<TabuSearcher>(state, task, run, progress);
}

}  // namespace lode::subgraph::detail
