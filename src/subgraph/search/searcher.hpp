#pragma once

// A searcher of a team, its options, and the state that all searchers share.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/part.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {

/// The options of HYBRID, of which a team takes block, cluster, starts, searchers and work, and its own.
struct TeamOptions : HybridOptions {
  double target = std::numeric_limits<double>::infinity();  ///< stop once the best weight reaches this
  /// Dense sets of any size, increasing: the first starts of the searchers, dealt out; and see below.
  std::vector<VertexSet> hints = {};
  /// Called once for hints if there are no hints and `hint_work` arcs have been visited.
  std::function<std::vector<VertexSet>()> more_hints = {};
  std::uint64_t hint_work = 0;
  /// All vertices, the densest cores last, for the seeds of starts; empty: seeds by degree alone.
  std::span<const Vertex> core_order = {};
  /// Sets must stay connected by edges to other vertices than the hub. All searchers kick, and none takes
  /// hints.
  bool connected = false;
  Vertex hub = no_vertex;
};

struct TeamResult {
  StopReason reason = StopReason::converged;
  std::uint64_t kicks = 0;  ///< exchanges under tabu among them
  std::uint64_t starts = 1;
  std::uint64_t blocks = 0;
};

/// Receives every improvement of the best set: its weight and the number of blocks solved. Calls come one at
/// a time, from any thread. May be empty.
using ImprovementSink = std::function<void(Weight, std::uint64_t)>;

namespace detail {

/// A set met by a search and its weight.
struct Found {
  Weight weight = 0.0;
  VertexSet vertices;
};

/// State of all searchers: the best weight for the trace, and which searchers have reached the target.
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
  /// The least turn of a member that has reached the target, or the largest int.
  int first_to_target() const { return first_.load(); }

 private:
  std::mutex mutex_;
  Weight best_;
  hybrid::Gains gains_;
  const ImprovementSink& improved_;
  std::atomic<std::uint64_t> blocks_{0};
  std::atomic<int> first_{std::numeric_limits<int>::max()};
};

/// The best sets of different weight of a searcher, for later starts. A newer set replaces one of its weight.
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

/// The moves of a searcher, and the data visited.
enum class Moves {
  kicks,  ///< kicks and exact blocks over the arcs of the graph
  tabu,   ///< exchanges over the arcs
  dense,  ///< exchanges over dense rows of the graph
  core    ///< exchanges over dense rows of the innermost cores
};

class Searcher;

/// A member of a team: where and how one searcher searches. The searcher keeps a reference to it.
struct Member {
  const TeamOptions& options;
  std::uint64_t seed = 0;
  /// Number of its random stream; kicks and starts vary with it. Member 0 begins with the set of the team,
  /// other members with a start.
  int number = 0;
  int turn = 0;  ///< ties at the target go to the smaller turn
  Moves moves = Moves::kicks;
  std::optional<Part> part = {};   ///< of the team's graph, whose graph is the searcher's; empty: all of it
  std::vector<Vertex> order = {};  ///< the vertices of the part, the densest cores last
  std::optional<SwapState> state = {};  ///< moved by the searcher, unless it moves the team's or has rows
  const std::vector<VertexSet>* hints = nullptr;  ///< to begin with: every `hint_step`-th from `next_hint` on
  std::size_t next_hint = 0;
  std::size_t hint_step = 1;
  std::vector<VertexSet> own_hints = {};
  std::uint64_t allotted = 0;  ///< work granted; a start or a kick may exceed it
  std::unique_ptr<Searcher> searcher = {};

  /// Vertices of the searcher's graph, the densest cores last; empty if no order is known.
  std::span<const Vertex> core_order() const {
    return part ? std::span<const Vertex>(order) : options.core_order;
  }
  /// Returns the next hint, or nullptr without further hints. The team may receive its hints late.
  const VertexSet* take_hint() {
    if (!hints || next_hint >= hints->size()) return nullptr;
    return &(*hints)[std::exchange(next_hint, next_hint + hint_step)];
  }
};

/// One search, in slices of work, with its best set, its good sets and its random numbers.
class Searcher {
 public:
  virtual ~Searcher() = default;
  /// Continues until `work()` reaches the limit, the target is met or the run stops.
  virtual void advance(std::uint64_t limit) = 0;
  /// Arcs visited, or operations that take as long.
  virtual std::uint64_t work() const = 0;

  /// Takes a set of the team's graph among the good ones, unless it leaves the searcher's part.
  void offer(const Found& set) {
    VertexSet inside = member_.part ? member_.part->to_part(set.vertices) : set.vertices;
    if (inside.size() == set.vertices.size()) good_sets_.offer(set.weight, std::move(inside));
  }
  /// The best set, in vertices of the team's graph.
  const Found& best() const { return best_; }
  const TeamResult& counts() const { return counts_; }

 protected:
  /// The searcher keeps its first set itself. Member, run and progress must outlive it.
  Searcher(Member& member, const RunContext& run, SharedProgress& progress)
      : member_(member),
        run_(run),
        progress_(progress),
        gains_(progress.gains()),
        rng_(member.seed, lode::detail::first_kick_stream + static_cast<std::uint64_t>(member.number)),
        good_sets_(gains_.sums) {
    LODE_ASSERT_LIGHT(lode::detail::first_kick_stream + static_cast<std::uint64_t>(member.number) <=
                      lode::detail::last_kick_stream);
    counts_.starts = member.number == 0 ? 1 : 0;
  }
  void keep_best(Weight weight, const VertexSet& set) {
    best_ = {weight, member_.part ? member_.part->to_graph(set) : set};
  }

  /// Takes a better set and reports it. Returns true if it meets the target.
  bool found(Weight weight, const VertexSet& set) {
    keep_best(weight, set);
    progress_.reached(weight);
    return meets_target();
  }
  bool meets_target() {
    if (best_.weight < member_.options.target) return false;
    progress_.met_target(member_.turn);
    return true;
  }
  bool overtaken() const { return progress_.overtaken(member_.turn); }
  bool restarts() const { return member_.options.starts == Starts::all; }

  Member& member_;
  const RunContext& run_;
  SharedProgress& progress_;
  const hybrid::Gains gains_;
  Rng rng_;
  SetPool good_sets_;
  TeamResult counts_;

 private:
  Found best_;
};

/// A searcher that leaves local optima by kicks and returns by exact blocks. A kick exchanges a cluster of
/// outsiders for an equal number of members; then small blocks of the best outsiders and the weakest members
/// are solved exactly until none gains. A set worse than before the kick is undone. The searcher moves only
/// `state`; state, member, run and progress must outlive it.
///
/// Where sets must be connected, cut vertices stay, descents exchange single vertices, and the parts of every
/// start are joined.
std::unique_ptr<Searcher> make_kick_searcher(SwapState& state, Member& member, const RunContext& run,
                                             SharedProgress& progress);

}  // namespace detail
}  // namespace lode::subgraph
