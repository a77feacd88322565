#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {

struct KickSearchOptions {
  int block = 12;                   ///< of the greedy blocks of the descent, 2 to 64
  std::uint64_t idle_blocks = 8;    ///< a descent ends after this many blocks without a gain
  Vertex cluster = 40;              ///< vertices exchanged by one kick, at most
  std::uint64_t patience = 3;       ///< kicks without a gain per unit of Luby's sequence before a restart
  Starts starts = Starts::all;      ///< where kicks go on from
  int searchers = 4;                ///< independent searches that exchange their best, 1 to 64
  std::uint64_t work = 20'000'000;  ///< arcs visited since the last improvement of the best before the end
  double target = std::numeric_limits<double>::infinity();  ///< stop once the best weight reaches this
  /// Dense sets of any size, increasing: the first starts of the searchers, dealt out; and see below.
  std::vector<VertexSet> hints = {};
  /// Asked once for hints when there are none and `hint_work` arcs have been visited.
  std::function<std::vector<VertexSet>()> more_hints = {};
  std::uint64_t hint_work = 0;
  /// All vertices, the densest cores last, for the seeds of starts; empty: seeds by degree alone.
  std::span<const Vertex> core_order = {};
};

struct KickSearchResult {
  StopReason reason = StopReason::converged;
  std::uint64_t kicks = 0;  ///< exchanges under tabu among them
  std::uint64_t starts = 1;
  std::uint64_t blocks = 0;
};

/// Told of every improvement of the best set: its weight and the blocks solved so far. Calls come one at a
/// time, from any thread. Empty: nobody is told.
using ImprovementSink = std::function<void(Weight, std::uint64_t)>;

/// Errors: InvalidArgument for options outside their range, as in the table of HYBRID (kick_records.hpp), and
///         for a NaN target.
void check_options(const KickSearchOptions& options);

/// Leaves block-k stationary points and comes back by exact blocks.
///
/// Repeats: kick (grow a cluster of up to `cluster` outsiders around a random seed, take it into the
/// set, and peel as many old members), then descend by exact blocks from the bucket ends;
/// keep the result unless it is worse than before the kick. After patience * Luby(i) kicks without
/// a gain the i-th start is left for a new one: in turn one of the best sets with up to half of it taken out
/// and filled up greedily, a union of grown clusters, and a greedy growth; after each of them, what peeling
/// leaves of the union of the set it led to and one of the best. Leaves the best set found in `state`;
/// anchored vertices stay.
///
/// One searcher begins alone; when its first slice of work ends without a reason to stop, a second one joins,
/// others once there are hints or four million arcs have been visited, and all go on side by side in slices
/// of work after which the best set goes to everyone's good sets. The first one kicks; others exchange under
/// tabu, each kind in its place. Where the rows of the graph's matrix are small or dense (dense_rows.hpp),
/// two of four exchange over these and two kick; in dense graphs the former come first. Else the second one
/// exchanges in the innermost cores (core_searcher.hpp), the third in the surroundings of starts
/// (surroundings_searcher.hpp) and the fourth over the arcs of the graph (tabu_searcher.hpp). Where there are
/// no rows for cores or surroundings, they exchange over the arcs; weighted graphs have kicks instead of
/// that. What kind of search has improved on the best last gets four times the work of the others. Later
/// kickers take kicks of up to two or three times `cluster`.
///
/// With hints two more join that follow them: one keeps the largest hint of fewer than s vertices in its
/// set, if that has at least s/2 and leaves room for the anchors; one is confined to the smallest hint of
/// more than s vertices, if that has at most half of all and holds the anchors; or two of one kind when the
/// other is not to be had. They have their turn first. Layers of the dense decomposition are such hints: the
/// best s-set mostly holds the one below s and lies in the one above, or nearly so.
///
/// Cost:    a kick visits the rows of what it moves, an exchange over a matrix two of its rows; a copy of
///          `state` for most searchers but the first, and matrices of up to 16 MB, 128 MB with real weights.
///          Ends after `work` arcs without an improvement, seen at the end of a slice.
/// Deterministic for a given state and seed, whatever the number of threads, unless the run is stopped.
/// Source:  kicks and restarts are this library's; tabu as in tabu.hpp; blocks as in hybrid/descent.hpp; M.
/// Luby, A. Sinclair,
///          D. Zuckerman, Optimal speedup of Las Vegas algorithms, Inf. Process. Lett. 47 (1993) 173-180.
/// Errors: InvalidArgument as check_options, and for hints that are not increasing sets of vertices, and a
///         core order that is not one of all vertices.
KickSearchResult kick_search(SwapState& state, const KickSearchOptions& options, std::uint64_t seed,
                             const RunContext& run, const ImprovementSink& improved);

}  // namespace lode::subgraph
