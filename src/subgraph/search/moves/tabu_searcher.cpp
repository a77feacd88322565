#include "subgraph/search/moves/tabu_searcher.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "hybrid/escape/seeds.hpp"

namespace lode::subgraph::detail {
namespace {

/// Arcs between two looks at the clock: well under a millisecond.
constexpr std::uint64_t poll_work = 1u << 15;
/// Every start whose number is a multiple of this is grown afresh.
constexpr std::uint64_t growth_period = 3;
/// Draws by core of a seed: hardly ever more than one or two, but for sets of nearly all vertices.
constexpr int core_attempts = 8;

using MakeSet = std::function<std::unique_ptr<TabuSet>(Rng& draws)>;

class TabuSearcher final : public Searcher {
 public:
  TabuSearcher(Weight weight, const VertexSet& set, const MakeSet& make_set, const TabuRules& rules,
               const SearcherTask& task, const RunContext& run, SharedProgress& progress)
      : Searcher(weight, set, task, run, progress),
        rules_(rules),
        core_order_(task.core_order),
        set_(make_set(rng_)),
        size_(set_->members().size()),
        local_{weight, set},
        first_work_(set_->work()),
        starting_(number_ != 0) {}

  void advance(std::uint64_t limit) override {
    next_poll_ = work();
    while (work() < limit && go_on()) {
      if (starting_) {
        begin_start();
      } else if (idle_ >= rules_.stall && restarts_) {
        end_start();
      } else {
        exchange();
      }
    }
  }
  std::uint64_t work() const override { return set_->work() - first_work_; }

 private:
  /// False when the search ends.
  bool go_on() {
    if (!ended_ && work() >= next_poll_) {
      ended_ = run_.should_stop() || overtaken();
      next_poll_ = work() + poll_work;
    }
    return !ended_;
  }

  void exchange() {
    ++idle_;
    const auto exchange = set_->next();
    if (!exchange) return;
    // The best set of a start is copied only before it is left for a worse one.
    if (exchange->gain <= 0.0) keep_local();
    set_->make(*exchange);
    ++counts_.kicks;
    if (gains_.improves(set_->weight(), local_.weight)) begin_local();
  }

  /// The present set is the best of its start, perhaps of all.
  void begin_local() {
    const bool better = improves_recounted(gains_, *set_, best().weight);
    idle_ = 0;
    local_.weight = set_->weight();
    copied_ = false;
    if (!better) return;
    keep_local();
    ended_ |= found(local_.weight, local_.vertices);
  }
  void keep_local() {
    if (!copied_) local_ = {set_->weight(), set_->sorted_members()};
    copied_ = true;
  }

  void end_start() {
    keep_local();
    good_sets_.offer(local_.weight, local_.vertices);
    starting_ = true;
    ended_ |= counts_.starts >= rules_.most_starts;
  }

  // --- starts: after every move `go_on` is asked; once it says no, the set may not be whole ------------

  void begin_start() {
    starting_ = false;
    set_->release_all();
    if (++counts_.starts % growth_period != 0 && !good_sets_.empty()) {
      move_to(good_sets_.draw(rng_));
      drop_some();
    } else {
      const VertexSet* hint = hints_.take();
      move_to(hint ? *hint : VertexSet());
    }
    grow();
    if (!ended_) begin_local();
  }

  /// Makes the members those of `wanted` (increasing), but for anchors, at most as many as the set has.
  void move_to(const VertexSet& wanted) {
    const VertexSet present(set_->members().begin(), set_->members().end());
    for (const Vertex v : present) {
      if (!std::ranges::binary_search(wanted, v) && go_on()) set_->remove(v);
    }
    for (const Vertex v : wanted) {
      if (set_->is_outsider(v) && go_on()) set_->add(v);
    }
    while (set_->members().size() > size_ && go_on()) set_->remove(set_->weakest());
  }

  /// Removes a random number of random members, at most half of the set, and makes them tabu.
  void drop_some() {
    for (auto left = 1 + rng_.below(std::max<std::size_t>(1, size_ / 2)); left > 0 && go_on(); --left) {
      const Vertex v = set_->members()[rng_.below(set_->members().size())];
      set_->remove(v);
      set_->forbid_dropped(v);
    }
  }

  /// Adds outsiders of largest d_S until the set is full; a seed where none touches it.
  void grow() {
    while (set_->members().size() < size_ && go_on()) {
      const std::span<const Vertex> top = set_->best_outsiders();
      set_->add(top.empty() ? seed() : top[rng_.below(top.size())]);
    }
  }

  /// The less often exchanged of two outsiders, each drawn by log-uniform rank in the order of the cores.
  Vertex seed() {
    const Vertex a = outsider_by_core();
    const Vertex b = outsider_by_core();
    return set_->exchanges_of(b) < set_->exchanges_of(a) ? b : a;
  }
  Vertex outsider_by_core() {
    const auto any = [&] { return set_->outsiders()[rng_.below(set_->outsiders().size())]; };
    if (core_order_.empty()) return any();
    return hybrid::draw_usable(
        core_attempts, [&] { return hybrid::draw_near_end(core_order_, rng_); },
        [&](Vertex v) { return set_->is_outsider(v); }, any);
  }

  const TabuRules rules_;
  const std::span<const Vertex> core_order_;
  const std::unique_ptr<TabuSet> set_;
  const std::size_t size_;  ///< members, the anchors not counted
  Found local_;             ///< the best of this start
  bool copied_ = true;      ///< local_ is up to date
  const std::uint64_t first_work_;
  std::uint64_t next_poll_ = 0;
  std::uint64_t idle_ = 0;  ///< exchanges since the best of this start
  bool starting_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Searcher> make_tabu_searcher(SwapState& state, const TabuRules& rules,
                                             const SearcherTask& task, const RunContext& run,
                                             SharedProgress& progress) {
  const auto make_set = [&](Rng& draws) { return make_bucket_tabu_set(state, rules, draws); };
  return std::make_unique<TabuSearcher>(state.weight(), state.sorted_members(), make_set, rules, task, run,
                                        progress);
}

std::unique_ptr<Searcher> make_dense_tabu_searcher(std::shared_ptr<const DenseRows> rows,
                                                   const VertexSet& members, const VertexSet& anchors,
                                                   const TabuRules& rules, const SearcherTask& task,
                                                   const RunContext& run, SharedProgress& progress) {
  const Weight weight = induced_totals(rows->graph, members).weight;
  const auto make_set = [&](Rng& draws) { return make_dense_tabu_set(rows, members, anchors, rules, draws); };
  return std::make_unique<TabuSearcher>(weight, members, make_set, rules, task, run, progress);
}

}  // namespace lode::subgraph::detail
