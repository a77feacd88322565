#pragma once

#include <cstdint>

#include "subgraph/search/searcher.hpp"

namespace lode::subgraph {

/// A team of searchers from the set of `state`. `options` are as the table of HYBRID allows
/// (methods/hybrid_options.cpp).
///
/// Each searcher has one kind of moves (table in team.cpp), one part of the graph and its own starts. It
/// leaves its start after a number of tries without a gain, and begins again: with a hint; else in turn with
/// a union of grown clusters (kicks only), a greedy growth, and one of the best sets, half of it replaced.
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
/// dense decomposition are such hints: the best set of s vertices mostly lies between the two layers.
///
/// Leaves the best set found in `state`; anchored vertices stay.
/// Cost:    a kick visits the rows of the vertices that it moves, an exchange two rows of a matrix; a copy of
///          `state` for most searchers but the first, and matrices of up to 16 MB, 128 MB with real weights.
///          Ends after `work` arcs without an improvement, seen at the end of a slice.
/// Deterministic for a given state and seed, for any number of threads, unless the run is stopped.
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

}  // namespace detail
}  // namespace lode::subgraph
