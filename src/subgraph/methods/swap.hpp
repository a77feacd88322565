#pragma once

#include <cstdint>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// Of both exchange descents.
struct SwapOptions {
  StartKind start = StartKind::peeling;  ///< used when the problem names none
  std::uint64_t max_iterations = 0;      ///< exchanges; 0: no limit
};

/// Best-improvement exchange descent: while some exchange of a member u with an outsider v raises the weight,
/// makes the one of largest gain d_S(v) - d_S(u) - w_uv, ties to the smaller u, then the smaller v.
///
/// The best of all s(n-s) exchanges is found from the ends of the bucket arrays: no pair beyond the present
/// best gain is looked at. With real weights a gain counts when it exceeds 1e-12 w(S).
///
/// Cost:    O(n + m) for the start; per exchange O(deg u + deg v), the sizes of the buckets met, and O(log d)
///          per adjacent pair of extreme vertices; memory O(n).
/// Returns: exactly s vertices; 1-swap optimal when the stop reason is converged.
/// Errors:  InvalidArgument if s < 1 or s > n.
/// Deterministic for a given start.
Solution swap_descent(const Problem& problem, const SwapOptions& options, const RunContext& run);

/// First-improvement exchange descent: vertices are visited by number, again and again; a member is exchanged
/// with the smallest outsider that raises the weight, if there is one, and the visit goes on with the next
/// vertex. Ends when n visits in a row change nothing.
///
/// Cost:    O(n + m) for the start; O(1) per visit without a candidate, else the number of outsiders whose
///          d_S exceeds the member's; O(deg u + deg v) per exchange; memory O(n).
/// Returns: exactly s vertices; 1-swap optimal when the stop reason is converged.
/// Errors:  InvalidArgument if s < 1 or s > n.
/// Deterministic for a given start.
Solution swap_first_descent(const Problem& problem, const SwapOptions& options, const RunContext& run);

}  // namespace lode::subgraph
