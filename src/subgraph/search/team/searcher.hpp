#pragma once

// One search, in slices of work. A team runs several of them.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/part.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/search/team/team.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// The hints of one searcher: of all hints of its team every `step`-th, from `next` on. The team may learn
/// its hints after the searcher has begun.
struct DealtHints {
  const std::vector<VertexSet>* hints = nullptr;
  std::size_t next = 0;
  std::size_t step = 1;

  /// Returns the next hint, or nullptr if there is none.
  const VertexSet* take() {
    if (!hints || next >= hints->size()) return nullptr;
    return &(*hints)[std::exchange(next, next + step)];
  }
};

/// What a searcher is told at its beginning. References, spans and hints must outlive the searcher.
struct SearcherTask {
  const TeamOptions& options;          ///< block, cluster, starts and target
  std::span<const Vertex> core_order;  ///< of the searcher's graph, as TeamOptions::core_order
  std::uint64_t seed = 0;
  /// Number of its random stream; kicks and starts vary with it. Searcher 0 begins with the set that it is
  /// given, the others with a start.
  int number = 0;
  int turn = 0;  ///< of two searchers that reach the target, the one of smaller turn wins
  DealtHints hints = {};
  const Part* part = nullptr;  ///< of the team's graph, whose graph is the searcher's; null: all of it
};

/// State that the searchers of one run share: the best weight for the trace, and who has reached the target.
class SharedProgress {
 public:
  SharedProgress(Weight best, hybrid::Gains gains, const ImprovementSink& improved)
      : best_(best), gains_(gains), improved_(improved) {}

  const hybrid::Gains& gains() const { return gains_; }
  void add_blocks(std::uint64_t count) { blocks_.fetch_add(count, std::memory_order_relaxed); }
  void reached(Weight weight) {
    const std::lock_guard lock(mutex_);
    if (!gains_.improves(weight, best_)) return;
    best_ = weight;
    improved_(weight, blocks_.load(std::memory_order_relaxed));
  }
  void met_target(int turn) {
    int first = first_.load();
    while (turn < first && !first_.compare_exchange_weak(first, turn)) {
    }
  }
  /// True once a searcher of smaller turn has reached the target: its set will be the answer.
  bool overtaken(int turn) const { return first_.load(std::memory_order_relaxed) < turn; }
  /// The least turn of those that have reached the target; nobody: the largest int.
  int first_to_target() const { return first_.load(); }

 private:
  std::mutex mutex_;
  Weight best_;
  hybrid::Gains gains_;
  const ImprovementSink& improved_;
  std::atomic<std::uint64_t> blocks_{0};
  std::atomic<int> first_{std::numeric_limits<int>::max()};
};

/// The best sets of different weight that a searcher has met, to begin again from: enough that two starts
/// seldom mix the same ones, few enough that all are near the best. Of two sets of equal weight the newer one
/// stays, which keeps the pool moving.
class SetPool {
 public:
  explicit SetPool(Sums sums) : sums_(sums) {}

  bool empty() const { return sets_.empty(); }
  /// There must be a set. One draw.
  const VertexSet& draw(Rng& rng) const { return sets_[rng.below(sets_.size())].vertices; }
  /// Takes the set if it is among the best.
  void offer(Weight weight, VertexSet set) {
    constexpr std::size_t most = 6;
    const auto is_twin = [&](const Found& kept) {
      return std::abs(kept.weight - weight) <= least_gain(kept.weight, sums_);
    };
    auto place = std::ranges::find_if(sets_, is_twin);
    if (place == sets_.end() && sets_.size() < most) place = sets_.insert(place, Found());
    if (place == sets_.end()) {
      place = std::ranges::min_element(sets_, {}, &Found::weight);
      if (weight <= place->weight) return;
    }
    *place = {weight, std::move(set)};
  }

 private:
  Sums sums_;
  std::vector<Found> sets_;
};

/// One search, in slices of work, with its best set, its good sets, its hints and its random numbers.
class Searcher {
 public:
  virtual ~Searcher() = default;
  /// Continues until `work()` reaches the limit, the target is met or the run stops.
  virtual void advance(std::uint64_t limit) = 0;
  /// Arcs visited, or operations that take as long.
  virtual std::uint64_t work() const = 0;

  /// Takes a set of the team's graph among the good ones, unless it leaves the searcher's part.
  void offer(const Found& set) {
    VertexSet inside = part_ ? part_->inward(set.vertices) : set.vertices;
    if (inside.size() == set.vertices.size()) good_sets_.offer(set.weight, std::move(inside));
  }
  /// The best set, in vertices of the team's graph.
  const Found& best() const { return best_; }
  const TeamResult& counts() const { return counts_; }
  int turn() const { return turn_; }

 protected:
  /// The searcher keeps its first set itself. Run and progress must outlive it.
  Searcher(const SearcherTask& task, const RunContext& run, SharedProgress& progress)
      : run_(run),
        progress_(progress),
        gains_(progress.gains()),
        number_(task.number),
        restarts_(task.options.starts == Starts::all),
        rng_(task.seed, lode::detail::first_kick_stream + static_cast<std::uint64_t>(task.number)),
        good_sets_(gains_.sums),
        hints_(task.hints),
        turn_(task.turn),
        target_(task.options.target),
        part_(task.part) {
    LODE_ASSERT_LIGHT(lode::detail::first_kick_stream + static_cast<std::uint64_t>(number_) <=
                      lode::detail::last_kick_stream);
    counts_.starts = number_ == 0 ? 1 : 0;
  }
  void keep_best(Weight weight, const VertexSet& set) { best_ = {weight, part_ ? part_->outward(set) : set}; }

  /// Takes a better set and tells the others. Returns true if it meets the target.
  bool found(Weight weight, const VertexSet& set) {
    keep_best(weight, set);
    progress_.reached(weight);
    return meets_target();
  }
  bool meets_target() {
    if (best_.weight < target_) return false;
    progress_.met_target(turn_);
    return true;
  }
  bool overtaken() const { return progress_.overtaken(turn_); }

  const RunContext& run_;
  SharedProgress& progress_;
  const hybrid::Gains gains_;
  const int number_;
  const bool restarts_;
  Rng rng_;
  SetPool good_sets_;
  DealtHints hints_;
  TeamResult counts_;

 private:
  const int turn_;
  const Weight target_;
  const Part* const part_;
  Found best_;
};

/// A searcher that leaves local optima by kicks and comes back by exact blocks. A kick takes a cluster of
/// outsiders in and as many members out; then small blocks of the best outsiders and the weakest members are
/// solved exactly until none gains. A set that is worse than before the kick is taken back. The searcher
/// moves `state` alone; state, run and progress must outlive it.
///
/// Where sets must be connected, no member leaves that connects others, descents are by exchanges of single
/// vertices, and the parts of every start are joined.
std::unique_ptr<Searcher> make_kick_searcher(SwapState& state, const SearcherTask& task,
                                             const RunContext& run, SharedProgress& progress);

}  // namespace lode::subgraph::detail
