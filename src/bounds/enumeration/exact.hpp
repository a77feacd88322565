#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// Work of the kicks before a search of limited work: that of one set.
constexpr std::uint64_t limited_start_work = 100'000;

struct ExactOptions {
  /// Arcs visited without an improvement by the kicks that find the first answer (hybrid.hpp).
  std::uint64_t start_work = 2'000'000;
  /// Search steps in all before the search gives up; 0: no limit.
  std::uint64_t work = 0;
  /// Upper bounds that are known already, by size: known_bounds[j] holds for all sets of j vertices. May be
  /// shorter or longer than s + 1; infinity where nothing is known. The search itself begins with the
  /// largest weights alone.
  std::vector<double> known_bounds = {};
};

struct ExactResult {
  VertexSet vertices;        ///< exactly s, the best set met
  Weight weight = 0.0;       ///< of that set, recounted
  double upper_bound = 0.0;  ///< no s-vertex set weighs more
  bool proven = false;       ///< no set weighs more than `weight`: by more than 1e-9 of it for real weights
  std::uint64_t nodes = 0;   ///< sets looked at by the search
  std::vector<double> upper_bounds;  ///< by size, 0 ... s: no set of that many vertices weighs more
  StopReason stop_reason = StopReason::optimal;
  Trace trace;  ///< improvements of the answer; iterations are search steps
};

/// Branch and bound for the densest s-vertex subgraph: the optimum and its proof.
///
/// Every set is built from one vertex by undoing its peeling. Let P_1, P_2, ..., P_s be its prefixes. The
/// vertex added last to P_j has least degree d_j inside P_j. Ties go to the smaller place in an order by
/// degree, so no set is met twice. Sizes are settled in increasing order. Each proven value f(j) bounds the
/// later ones (Russian dolls).
///
/// A prefix P of p vertices and e edges is left when no set of weight B or more can grow from it. Four facts
/// show that:
///   - Steps: d_{j+1} <= min(d_j + 1, 2 e(P_j) / (j - 1)) and e(P_j) <= f(j). So (p, d_p, e) determines the
///   largest final weight, and with it the least degree of the next vertex.
///   - Parts: e(S) <= e(P) + the s - p largest d_P(v) + f(s - p).
///   - Inner degrees: every member of a set of weight B has at least B - f(s - 1) neighbours in it. The whole
///     search runs in that core of the graph.
///   - Dominance: if N(v) \ u contains N(u) \ v, some best set with u also holds v, and v comes first.
/// B falls from the best known bound to just above the best set met. Each search halves the distance, so a
/// stopped run still has a bound below the initial one. With weights, degrees are sums of weights, and the
/// step is the largest weight instead of 1.
///
/// Cost:    exponential in s; O(n + m) and O(s log s) for the first sets of all sizes; memory O(n + m), O(n)
///          per thread, and O(sum of squared degrees) time for the dominance inside the core.
/// Errors:  InvalidArgument if s < 1 or s > n, for vertices to include or exclude, or connected answers.
/// Deterministic for a given seed, for any number of threads, unless the run is stopped by the clock.
/// Source:  enumeration by peeling order: T. Uno, Algorithmica 56 (2010) 3-16, for pseudo cliques; Russian
///          dolls: G. Verfaillie, M. Lemaitre, T. Schiex, AAAI 1996. The bounds are this library's.
ExactResult exact_search(const Problem& problem, const ExactOptions& options, const RunContext& run);

namespace detail {

/// The part of a graph that an exact search must visit. Its weights are integers, and so small that the sums
/// of the edges at one vertex or among s vertices are exact. Vertices are numbered by increasing strength.
struct SearchGraph {
  Graph graph;
  std::vector<Vertex> to_graph;  ///< by vertex: its number in the whole graph
  std::int64_t largest_weight = 0;
  /// Vertices of larger number that must be in a set before v: N(v) without the dominator is part of its row.
  std::vector<std::vector<Vertex>> dominators;
};

/// The part of `whole` with at least `least_core` as core value, by strength, and at most s dominators of
/// every vertex. It holds every set whose members each have `least_core` units towards it.
SearchGraph search_core(const Graph& whole, std::span<const Weight> cores, Vertex s, std::int64_t least_core,
                        const RunContext& run);

/// The result of a search for sets of at least a given weight.
struct PeelSearchResult {
  std::vector<Vertex> best;  ///< vertices of the whole graph, increasing; empty when there is no such set
  std::int64_t weight = 0;   ///< of that set
  std::uint64_t nodes = 0;   ///< prefixes looked at
  bool complete = false;     ///< everything was searched: no set weighs more than max(weight, goal - 1)
};

/// Looks for the heaviest set of s vertices that weighs at least `goal`, by the enumeration of exact_search.
/// caps[j] bounds every set of j vertices, j = 0 ... s. Beginnings are shared out among the threads in
/// blocks. Within a block every prefix is searched with the goal the block began with. So the answer and the
/// count depend on neither the threads nor their timing.
///
/// Ends early once `max_nodes` prefixes were looked at, then without the sets of the last block, or when the
/// run stops.
PeelSearchResult peel_search(const SearchGraph& part, std::vector<std::int64_t> caps, std::int64_t goal,
                             std::uint64_t max_nodes, const RunContext& run);

}  // namespace detail
}  // namespace lode::subgraph
