#pragma once

// One search by kicks and restarts, in slices of work; team.cpp runs several of them.

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>

#include <lode/core/tolerance.hpp>

#include "hybrid/escape/incumbent.hpp"
#include "subgraph/hybrid/kick/kick_search.hpp"
#include "subgraph/hybrid/kick/starts.hpp"
#include "subgraph/state/set_pool.hpp"

namespace lode::subgraph::detail {

/// Gains of kicks are judged as those of blocks, which count weights of at least 1 (hybrid::least_decrease).
inline hybrid::Gains kick_gains(Sums sums) { return {sums, 1.0}; }
inline hybrid::Gains kick_gains(const Graph& graph) { return kick_gains(sums_of(graph.integral())); }

/// What tells one searcher of a run from the others.
struct SearcherPlace {
  enum class Begin { set, start };

  int number = 0;         ///< of its random stream; kicks and starts vary with it
  int turn = 0;           ///< those of smaller turn are asked first, and win when several reach the target
  Begin at = Begin::set;  ///< the set it is given, or a start of its own
};

/// What a searcher is told at its beginning; `options` must outlive it.
struct SearcherTask {
  const KickSearchOptions& options;    ///< but for hints, core order and searchers
  std::span<const Vertex> core_order;  ///< as KickSearchOptions::core_order; to outlive the searcher
  DealtHints hints;                    ///< these too
  SearcherPlace place;
  std::uint64_t seed = 0;
};

/// What the searchers of one run share: the best weight for the trace, and who has reached the target.
class SharedProgress {
 public:
  SharedProgress(Weight best, hybrid::Gains gains, const ImprovementSink& improved)
      : best_(best), gains_(gains), improved_(improved) {}

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

/// One search, in slices of work.
class KickSearcher {
 public:
  virtual ~KickSearcher() = default;
  /// Goes on until `work()` reaches the limit, the target is met or the run stops.
  virtual void advance(std::uint64_t limit) = 0;
  /// Takes a set found elsewhere among the good ones.
  virtual void offer(const Found& found) = 0;
  /// Hints for a searcher whose task had none, to be dealt out as its task says; they must outlive it.
  virtual void take_hints(std::span<const VertexSet> hints) = 0;
  virtual const Found& best() const = 0;
  virtual std::uint64_t work() const = 0;
  virtual const KickSearchResult& counts() const = 0;
};

/// A searcher over a state that it alone moves, which must outlive it, and run and progress too.
std::unique_ptr<KickSearcher> make_kick_searcher(SwapState& state, const SearcherTask& task,
                                                 const RunContext& run, SharedProgress& progress);

}  // namespace lode::subgraph::detail
