#pragma once

// One search, in slices of work. A team runs several of them.

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include <lode/core/rng.hpp>
#include <lode/core/tolerance.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/search/team/team.hpp"
#include "subgraph/state/set_pool.hpp"

namespace lode::subgraph::detail {

/// What tells one searcher of a team from the others.
struct SearcherRole {
  enum class Begin { set, start };

  int number = 0;         ///< of its random stream; kicks and starts vary with it
  int turn = 0;           ///< of two searchers that reach the target, the one of smaller turn wins
  Begin at = Begin::set;  ///< the set it is given, or a start of its own
};

/// The hints that one searcher begins with, of those dealt out to its team: from `next` on, each `step`-th.
struct DealtHints {
  std::span<const VertexSet> hints = {};
  std::size_t next = 0;
  std::size_t step = 1;

  /// Nothing when all are used.
  const VertexSet* take() {
    if (next >= hints.size()) return nullptr;
    const VertexSet* hint = &hints[next];
    next += step;
    return hint;
  }
};

/// What a searcher is told at its beginning; `options` must outlive it.
struct SearcherTask {
  const TeamOptions& options;          ///< but for hints, core order and searchers
  std::span<const Vertex> core_order;  ///< as TeamOptions::core_order; to outlive the searcher
  DealtHints hints;                    ///< these too
  SearcherRole role;
  std::uint64_t seed = 0;

  /// The random numbers of the searcher.
  Rng draws() const {
    const std::uint64_t tag = lode::detail::first_kick_stream + static_cast<std::uint64_t>(role.number);
    LODE_ASSERT_LIGHT(tag <= lode::detail::last_kick_stream);
    return Rng(seed, tag);
  }
};

/// What the searchers of one run share: the best weight for the trace, and who has reached the target.
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
  /// True once a searcher of smaller turn has reached the target: the answer will be that one's.
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

/// One search, in slices of work, and its best set.
class Searcher {
 public:
  virtual ~Searcher() = default;
  /// Goes on until `work()` reaches the limit, the target is met or the run stops.
  virtual void advance(std::uint64_t limit) = 0;
  /// Takes a set found elsewhere among the good ones.
  virtual void offer(const Found& found) = 0;
  /// Hints for a searcher whose task had none, to be dealt out as its task says; they must outlive it.
  virtual void take_hints(std::span<const VertexSet> hints) = 0;
  virtual std::uint64_t work() const = 0;
  virtual TeamResult counts() const = 0;
  const Found& best() const { return best_; }

 protected:
  /// Run and progress must outlive the searcher.
  Searcher(Found first, const SearcherTask& task, const RunContext& run, SharedProgress& progress)
      : run_(run),
        progress_(progress),
        role_(task.role),
        target_(task.options.target),
        gains_(progress.gains()),
        best_(std::move(first)) {}

  /// Takes a better set, and tells the others.
  void found(Found better) {
    best_ = std::move(better);
    progress_.reached(best_.weight);
  }
  /// True when the best set meets the target: the others are told.
  bool meets_target() {
    if (best_.weight < target_) return false;
    progress_.met_target(role_.turn);
    return true;
  }
  bool overtaken() const { return progress_.overtaken(role_.turn); }

  const RunContext& run_;
  SharedProgress& progress_;
  const SearcherRole role_;
  const Weight target_;
  const hybrid::Gains gains_;
  Found best_;
};

}  // namespace lode::subgraph::detail
