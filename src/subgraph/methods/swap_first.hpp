#pragma once

#include "subgraph/methods/swap.hpp"

namespace lode::subgraph {

/// First-improvement exchange descent: vertices are visited by number, again and again; a member is exchanged
/// with the smallest outsider that raises the weight, if there is one, and the visit goes on with the next
/// vertex. Ends when n visits in a row change nothing.
///
/// With real weights a gain counts when it exceeds 1e-12 w(S).
///
/// Cost:    O(n + m) for the start; O(1) per visit without a candidate, else the number of outsiders whose
///          d_S exceeds the member's; O(deg u + deg v) per exchange; memory O(n).
/// Returns: exactly s vertices; 1-swap optimal when the stop reason is converged.
/// Errors:  InvalidArgument if s < 1 or s > n.
/// Deterministic for a given start.
Solution swap_first_descent(const Problem& problem, const SwapOptions& options, const RunContext& run);

}  // namespace lode::subgraph
