#pragma once

#include <cstdint>

#include <lode/subgraph/registry.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

/// Options of `tabu_search`.
struct TabuOptions {
  StartKind start = StartKind::peeling;  ///< the first start, used when the problem names none
  std::uint64_t stall = 300;     ///< exchanges in a row without a new best of the start; at least 1; the
                                 ///< literature takes 10000 + 50s
  std::uint64_t restarts = 0;    ///< number of starts in all; 0: about a second of work
  double random_exchange = 0.1;  ///< largest chance of a random exchange when no exchange improves, 0 ... 1
};

/// `options` as settings of method "tabu", for functions that take a method by name (solve, find).
///
/// Errors:  InvalidArgument for options outside their range, and for a start other than peeling. Set the
///          start in the problem instead.
MethodSettings settings_of(const TabuOptions& options);

/// Tabu search that exchanges one member for one other vertex at a time (AMTS).
///
/// The search works on bucket arrays. For graphs of up to 512 vertices it works on the rows of the adjacency
/// matrix instead, and also for graphs of up to 4096 vertices whose mean degree makes that faster.
///
/// Let d_S(v) be the weight between v and the set S. An exchange takes a member u of least d_S and an
/// outsider v of largest d_S, both not tabu. A pair that is not adjacent is preferred (the pair of least
/// weight when weighted). Equal pairs are drawn at random. With l = min(s(s-1)/2 - edges, 10) (10 when
/// weighted) and C = max(s/40, 6), u stays out for l + rand(C) exchanges, and v stays in for 0.6 l + rand(0.6
/// C) exchanges. When no exchange improves, a random member is exchanged for a random outsider instead, with
/// probability min((s(s-1)/2 - edges + 2)/n, random_exchange).
///
/// A start ends after `stall` exchanges without a new best. Every third start grows a new set. It begins with
/// a vertex drawn with preference for high cores and for vertices that were seldom exchanged, and always adds
/// an outsider of largest d_S. Other starts take one of the six best sets found (of different weights), and
/// replace up to half of its members by the same growth. The source restarts from seldom exchanged vertices
/// alone. On sparse graphs these are nearly isolated vertices.
///
/// The search ends at the time limit, at the target, when an upper bound is met, or after `restarts` starts.
/// Without `restarts` it ends after min(6e7, 1000 (n + m)) row entries, which take about a second.
///
/// Cost:    O(n + m) for the start. An exchange costs O(deg u + deg v), or two rows of the matrix, and tests
///          for an edge between the two extremes. It tests at most 64 vertices of each; in weighted bucket
///          arrays, all vertices whose d_S equals the extreme. Memory: O(n), or a matrix of up to 16 MB, 128
///          MB with real weights.
/// Returns: exactly s vertices, the best set found. `iterations` counts exchanges.
/// Errors:  InvalidArgument if s < 1 or s > n, and for options outside their range.
/// Deterministic for a given seed, unless a time limit ends the search. Threads are not used.
/// Source:  Q. Wu, J.-K. Hao, An adaptive multistart tabu search approach to solve the maximum clique
///          problem, J. Comb. Optim. 26 (2013) 86-108.
Solution tabu_search(const Problem& problem, const TabuOptions& options, const RunContext& run);

}  // namespace lode::subgraph
#pragma GCC visibility pop
