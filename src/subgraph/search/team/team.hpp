#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/hybrid.hpp>

#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {

namespace detail {

struct SearchPart;

/// A set met by a search and its weight.
struct Found {
  Weight weight = 0.0;
  VertexSet vertices;
};

}  // namespace detail

struct TeamOptions {
  int block = 12;                   ///< of the greedy blocks of the descent, 2 to 32
  Vertex cluster = 40;              ///< vertices exchanged by one kick, at most
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

/// Told of every improvement of the best set: its weight and the blocks solved so far. Calls come one at a
/// time, from any thread. Empty: nobody is told.
using ImprovementSink = std::function<void(Weight, std::uint64_t)>;

/// A team of searchers from the set of `state`: each has one kind of moves, one place and its own starts.
/// `options` are as the table of HYBRID allows (hybrid_options.cpp).
///
/// Moves:  kicks with exact blocks (searcher.hpp), or exchanges under tabu
/// (moves/tabu_set.hpp). Places: the graph by its arcs, the graph by dense rows, the innermost cores by
/// dense rows, a hint. Starts: a searcher leaves its start after a number of tries without a gain. In turn it
/// begins with a union
///         of grown clusters, with a greedy growth, and with one of the best sets of which up to half is
///         replaced. A kicker also begins with what peeling leaves of the union of its last set and one of
///         the best. Hints come first.
///
/// One searcher begins alone. When its first slice of work ends without a reason to stop, a second one joins;
/// others join once there are hints or four million arcs have been visited. All continue side by side in
/// slices of work. After each slice every searcher is told the best set. The kind of search that has improved
/// on the best last gets four times the work of the others. The table in team.cpp says which kinds of search
/// a graph gets.
///
/// With hints two more join, which kick and have their turn first. One keeps the largest hint of fewer than s
/// vertices in its set, if that hint has at least s/2 vertices and leaves room for the anchors. One is
/// confined to the smallest hint of more than s vertices, if that hint has at most half of all and holds the
/// anchors. When one of the two is not to be had, there are two of the other. Layers of the dense
/// decomposition are such hints: the best s-set mostly holds the one below s and lies in the one above, or
/// nearly so.
///
/// Leaves the best set found in `state`; anchored vertices stay.
/// Cost:    a kick visits the rows of what it moves, an exchange over a matrix two of its rows; a copy of
///          `state` for most searchers but the first, and matrices of up to 16 MB, 128 MB with real weights.
///          Ends after `work` arcs without an improvement, seen at the end of a slice.
/// Deterministic for a given state and seed, whatever the number of threads, unless the run is stopped.
/// Errors:  InvalidArgument for a NaN target, for hints that are not increasing sets of vertices, and for a
///          core order that is not one of all vertices.
/// Source:  the team, kicks and restarts are this library's; tabu as in methods/tabu.cpp; blocks as in
///          hybrid/descent.hpp; M. Luby, A. Sinclair, D. Zuckerman, Optimal speedup of Las Vegas algorithms,
///          Inf. Process. Lett. 47 (1993) 173-180.
TeamResult team_search(SwapState& state, const TeamOptions& options, std::uint64_t seed,
                       const RunContext& run, const ImprovementSink& improved);

namespace detail {

/// a * b, or the largest number when that is beyond 64 bits.
std::uint64_t capped_product(std::uint64_t a, std::uint64_t b);

/// The work that the options of HYBRID allow a search of this graph.
std::uint64_t team_work(const HybridOptions& options, const Graph& graph);

/// The team that the options of HYBRID ask for in a part of the graph, without target and hints. The part
/// must outlive these options; passes are counted in `whole`.
TeamOptions team_options(const HybridOptions& options, const Graph& whole, const SearchPart& part);

/// Idle blocks after which the descent after the team's search ends; 0: as hybrid::IdleRule. In a large graph
/// there would be millions of them, and random blocks of so many outsiders find next to nothing that the team
/// has not.
std::uint64_t last_idle_blocks(const HybridOptions& options, std::uint64_t num_vertices);

}  // namespace detail

}  // namespace lode::subgraph
