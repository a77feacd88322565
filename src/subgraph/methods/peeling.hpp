#pragma once

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// Peeling: remove the vertex of least degree (strength when weighted) until s remain.
///
/// Cost:    O(n + m) unweighted, O(m log n) weighted; memory O(n).
/// Returns: exactly s vertices; the set is within a factor O(n/s) of the optimum.
/// Errors:  InvalidArgument if s < 1 or s > n.
/// Deterministic; ties as in core_decomposition and strength_cores.
/// Source:  Y. Asahiro, K. Iwama, H. Tamaki, T. Tokuyama, Greedily finding a dense subgraph, J. Algorithms 34
/// (2000).
Solution peeling(const Problem& problem, const RunContext& run);

}  // namespace lode::subgraph
