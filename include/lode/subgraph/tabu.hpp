#pragma once

#include <cstdint>

#include <lode/subgraph/registry.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

struct TabuOptions {
  StartKind start = StartKind::peeling;  ///< the first start, used when the problem names none
  std::uint64_t stall = 300;     ///< exchanges in a row that do not improve on the best of a start; the
                                 ///< literature takes 10000 + 50s; >= 1
  std::uint64_t restarts = 0;    ///< starts in all; 0: as many as about a second of work allows
  double random_exchange = 0.1;  ///< largest chance of a random exchange when none improves; 0 ... 1
};

/// The settings of method "tabu" that say the same, for what takes a method by name (solve, find).
/// Errors: InvalidArgument for options outside their range, and for another start than peeling, which the
///         problem says.
MethodSettings settings_of(const TabuOptions& options);

/// Tabu search with the constrained exchange neighbourhood (AMTS), over bucket arrays, or over the rows of
/// the adjacency matrix of a graph of up to 512 vertices, or of up to 4096 whose mean degree makes that
/// faster.
///
/// An exchange takes u from the members of least d_S and v from the outsiders of largest d_S that are not
/// tabu, a pair that is not adjacent if there is one (the pair of least weight when weighted), at random
/// among equal ones. With l = min(s(s-1)/2 - edges, 10) (10 when weighted) and C = max(s/40, 6), u stays out
/// for l + rand(C) and v stays in for 0.6 l + rand(0.6 C) exchanges. When no exchange improves, one of a
/// random member with a random outsider is made instead with probability min((s(s-1)/2 - edges + 2)/n,
/// random_exchange).
///
/// After `stall` exchanges without a new best of its own a start is left. Every third start grows a set from
/// a vertex drawn with preference for high cores and for vertices seldom exchanged, always adding an outsider
/// of largest d_S; the others take one of the six best sets so far (of different weight), replace up to half
/// of its members by the same growth, and go on from there. The source restarts from seldom exchanged
/// vertices only, which on sparse graphs are nearly isolated ones.
///
/// The search ends at the time limit, the target, a met upper bound or after `restarts` starts. Without
/// `restarts` it ends after min(6e7, 1000 (n + m)) row entries, about a second.
///
/// Cost:    O(n + m) for the start; per exchange O(deg u + deg v), or two rows of the matrix, and tests for
///          an edge between the two extremes (at most 64 vertices of each; in weighted bucket arrays all
///          whose d_S equals the extreme). Memory O(n), or a matrix of up to 16 MB, 128 MB with real weights.
/// Returns: exactly s vertices, the best set met; iterations counts exchanges.
/// Errors:  InvalidArgument if s < 1 or s > n, or for options outside their range.
/// Deterministic for a given seed unless a time limit ends it; threads are not used.
/// Source:  Q. Wu, J.-K. Hao, An adaptive multistart tabu search approach to solve the maximum clique
/// problem,
///          J. Comb. Optim. 26 (2013) 86-108.
Solution tabu_search(const Problem& problem, const TabuOptions& options, const RunContext& run);

}  // namespace lode::subgraph
#pragma GCC visibility pop
