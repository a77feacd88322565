#pragma once

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// The second procedure of Feige, Peleg and Kortsarz: the floor(s/2) vertices H of largest degree (strength
/// when weighted), and the s - |H| others with most neighbours in H (largest weight into H).
///
/// Cost:    O(n + degrees of H); memory O(n).
/// Returns: exactly s vertices.
/// Errors:  InvalidArgument if s < 1 or s > n.
/// Deterministic; ties go to the smaller vertex.
/// Source:  U. Feige, D. Peleg, G. Kortsarz, The dense k-subgraph problem, Algorithmica 29 (2001) 410-421;
///          called GEIGE in arXiv 1706.06493.
Solution feige_greedy(const Problem& problem, const RunContext& run);

/// The set alone, in increasing order; 1 <= s <= n.
VertexSet feige_greedy_set(const Graph& graph, Vertex s);

}  // namespace lode::subgraph
