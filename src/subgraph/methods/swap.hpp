#pragma once

#include <cstdint>
#include <string_view>

#include <lode/subgraph/registry.hpp>

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

namespace detail {

using ExchangeDescent = Solution(const Problem&, const SwapOptions&, const RunContext&);
/// The row of an exchange descent: everything but the name, a line about it and the function is the same.
MethodRow exchange_row(std::string_view name, std::string_view summary, ExchangeDescent* descend);

}  // namespace detail

}  // namespace lode::subgraph
