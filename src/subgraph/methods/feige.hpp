#pragma once

#include <cstdint>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

struct FeigeOptions {
  /// Row entries that the third procedure may visit, a few nanoseconds each.
  std::uint64_t work_limit = 200'000'000;
};

/// The algorithm of Feige, Peleg and Kortsarz: the best of three procedures.
///
/// (1) The ends of edges taken greedily as a matching, heaviest first, ties to the smaller ends, until there
///     are s vertices; what is missing, by degree (strength).
/// (2) feige_greedy_set.
/// (3) For every vertex v: P, the ceil(s/2) vertices with most walks of two steps from v (v itself is one of
///     them, with the walks that return; walks count the product of their weights), and Q, the s - |P| other
///     neighbours of v with most neighbours in P (largest weight into P), filled up by the vertices with most
///     neighbours in P and Q. Once the work limit is passed no further v is tried: vertices come in an order
///     that spreads any part of them evenly over the numbers, and the solution's note tells how many were
///     tried.
///
/// Cost:    O(m) for (1), weighted O(m + s log m) and a log m for every edge that is skipped; O(n + m)
///          for (2); for (3) the sum of d^2 over all vertices and n times the degrees of a set, up to the
///          work limit; memory O(n), weighted O(n + m).
/// Returns: exactly s vertices; iterations counts the vertices tried in (3).
/// Errors:  InvalidArgument if s < 1 or s > n.
/// Deterministic; other ties go to the smaller vertex.
/// Source:  U. Feige, D. Peleg, G. Kortsarz, The dense k-subgraph problem, Algorithmica 29 (2001) 410-421.
Solution feige(const Problem& problem, const FeigeOptions& options, const RunContext& run);

/// The second procedure of Feige, Peleg and Kortsarz: the floor(s/2) vertices H of largest degree (strength
/// when weighted), and the s - |H| others with most neighbours in H (largest weight into H).
///
/// Cost:    O(n + degrees of H); memory O(n).
/// Returns: exactly s vertices.
/// Errors:  InvalidArgument if s < 1 or s > n.
/// Deterministic; ties go to the smaller vertex.
/// Source:  as `feige`; called GEIGE in arXiv 1706.06493.
Solution feige_greedy(const Problem& problem, const RunContext& run);

/// The set alone, in increasing order; 1 <= s <= n.
VertexSet feige_greedy_set(const Graph& graph, Vertex s);

}  // namespace lode::subgraph
