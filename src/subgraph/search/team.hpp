#pragma once

// The search of HYBRID: a team of searchers, each in slices of work.

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
#include "hybrid/escape/incumbent.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {

struct TeamOptions {
  int block = 12;                   ///< of the greedy blocks of the descent, 2 to 32
  Vertex cluster = 40;              ///< vertices exchanged by one kick, at most
  Starts starts = Starts::all;      ///< starting sets of kicks
  int searchers = 4;                ///< independent searches that exchange their best, 1 to 64
  std::uint64_t work = 20'000'000;  ///< arcs visited without an improvement until the end
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

/// A team of searchers from the set of `state`. `options` are as the table of HYBRID allows
/// (methods/hybrid_options.cpp).
///
/// Each searcher has one kind of moves (`Moves` below; the table in team.cpp shows which), one part of the
/// graph and its own starts. It leaves its start after a number of tries without a gain, and begins again:
/// with a hint; else in turn with a union of grown clusters (kicks only), a greedy growth, and one of the
/// best sets of which up to half is replaced.
///
/// One searcher begins alone. A second one joins when the first slice of work ends without a reason to stop,
/// others once there are hints or four million arcs have been visited. All continue side by side in slices of
/// work, and receive the best set after each slice. The moves that have improved on the best set last get
/// four times the work of the other moves.
///
/// With hints, two more searchers join, which kick and have their turn first. One keeps the largest hint of
/// fewer than s vertices in its set, if that hint has at least s/2 vertices and leaves room for the anchors.
/// One is confined to the smallest hint of more than s vertices, if that hint has at most half of all
/// vertices and contains the anchors. If only one of the two is possible, there are two of it. Layers of the
/// dense decomposition are such hints: the best set of s vertices mostly contains the layer below s and is
/// inside the layer above, or nearly so.
///
/// Leaves the best set found in `state`; anchored vertices stay.
/// Cost:    a kick visits the rows of the vertices that it moves, an exchange over a matrix two of its rows;
/// a
///          copy of `state` for most searchers but the first, and matrices of up to 16 MB, 128 MB with real
///          weights. Ends after `work` arcs without an improvement, seen at the end of a slice.
/// Deterministic for a given state and seed, for any number of threads, unless the run is stopped.
/// Errors:  InvalidArgument for a NaN target, for hints that are not increasing sets of vertices, and for a
///          core order that is not one of all vertices.
/// Source:  the team, kicks and restarts are this library's; tabu as in methods/tabu.cpp; blocks as in
///          hybrid/descent.hpp; M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms,
///          Inf. Process. Lett. 47 (1993) 173-180.
TeamResult team_search(SwapState& state, const TeamOptions& options, std::uint64_t seed,
                       const RunContext& run, const ImprovementSink& improved);

namespace detail {

struct SearchPart;

/// a * b, or the largest number when that is beyond 64 bits.
std::uint64_t capped_product(std::uint64_t a, std::uint64_t b);

/// The work that the options of HYBRID allow a search of this graph.
std::uint64_t team_work(const HybridOptions& options, const Graph& graph);

/// The team that the options of HYBRID ask for in a part of the graph, without target and hints. The part
/// must outlive these options; passes are counted in `whole`.
TeamOptions team_options(const HybridOptions& options, const Graph& whole, const SearchPart& part);

/// Idle blocks after which the descent after the team's search ends; 0: as hybrid::IdleRule. A large graph
/// would have millions of them, and random blocks of its outsiders improve hardly anything after the team.
std::uint64_t last_idle_blocks(const HybridOptions& options, std::uint64_t num_vertices);

/// A set met by a search and its weight.
struct Found {
  Weight weight = 0.0;
  VertexSet vertices;
};

/// State that the searchers of one run share: the best weight for the trace, and which of them have reached
/// the target.
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

/// The best sets of different weight that a searcher has met, for later starts: enough for variety, and few
/// enough that all are near the best. Of two sets of equal weight the newer set stays, which keeps the pool
/// changing.
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

/// The moves of a searcher, and the data that they visit.
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
    VertexSet inside = member_.part ? member_.part->inward(set.vertices) : set.vertices;
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
    best_ = {weight, member_.part ? member_.part->outward(set) : set};
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
