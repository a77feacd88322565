#pragma once

// One search by kicks and restarts, in slices of work; kick_search.cpp runs several of them.

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>

#include <lode/hybrid/descent.hpp>

#include "subgraph/hybrid/kick/kick_search.hpp"
#include "subgraph/hybrid/kick/restarts.hpp"

namespace lode::detail {

/// Which one of the searchers of a run it is.
struct SearcherPlace {
  int number = 0;  ///< of its random stream; 0 begins at the set it is given, the others with a start
  int turn = 0;    ///< those of smaller turn are asked first, and win when several reach the target
};

/// What the searchers of one run share: the best weight for the trace, and who has reached the target.
class SharedProgress {
 public:
  SharedProgress(Weight best, Sums sums, const ImprovementSink& improved)
      : best_(best), sums_(sums), improved_(improved) {}

  void add_blocks(std::uint64_t count) { blocks_.fetch_add(count, std::memory_order_relaxed); }
  void reached(Weight weight) {
    const std::lock_guard lock(mutex_);
    if (weight <= best_ + hybrid::least_decrease(best_, sums_)) return;
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
  Sums sums_;
  const ImprovementSink& improved_;
  std::atomic<std::uint64_t> blocks_{0};
  std::atomic<int> first_{std::numeric_limits<int>::max()};
};

/// One search, in slices of work.
class KickSearcher {
 public:
  virtual ~KickSearcher() = default;
  /// Goes on until `work()` reaches the limit, the target is met or the run stops.
  virtual void advance(std::uint64_t limit) = 0;
  /// Takes a set found elsewhere among the good ones.
  virtual void offer(const Found& found) = 0;
  virtual const Found& best() const = 0;
  virtual std::uint64_t work() const = 0;
  virtual const KickSearchResult& counts() const = 0;
};

/// A searcher over a state that it alone moves. Everything given must outlive it.
std::unique_ptr<KickSearcher> make_kick_searcher(SwapState& state, const KickSearchOptions& options,
                                                 SearcherPlace place, std::uint64_t seed,
                                                 const RunContext& run, SharedProgress& progress);

}  // namespace lode::detail
