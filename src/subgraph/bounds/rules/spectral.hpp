#pragma once

#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/bounds/bounds.hpp>

namespace lode::subgraph {

/// A number that the largest eigenvalue of the weight matrix W does not exceed, or, where vertices have
/// values c >= 0, that of W + 2 Diag(c).
///
/// For every vector x > 0 the largest eigenvalue is at most the largest (Wx)_v / x_v. x runs through power
/// steps with W + cI from all ones, c half the mean strength; the smallest value met is returned. Vertices
/// without neighbours are left out. The sums hold non-negative terms, so a value is multiplied by
/// 1 + (max degree + 4) 2^-52.
///
/// Cost:   O(n + m) per step, at most `steps`; stops early when lower and upper end of the ratios meet within
///         1e-10, or on cancel and deadline.
/// Source: L. Collatz, Math. Z. 48 (1942) 221-226; H. Wielandt, Math. Z. 52 (1950) 642-648.
double eigenvalue_upper_bound(const Graph& graph, int steps, const RunContext& run,
                              std::span<const Weight> values = {});

/// Statement: w(S) = x'Wx / 2 <= s lambda / 2 for the 0/1 vector x of an s-set and lambda at least the
/// largest eigenvalue of W. Never below the lp bound, as densest subgraphs have density at most lambda / 2.
/// With values of vertices x'(W + 2 Diag(c))x / 2 takes the place of x'Wx / 2.
///
/// Cost:   as above with 400 steps, then O(1) per size.
/// Errors: InvalidArgument for a size below 1 or above n.
std::vector<Bound> spectral_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run);

}  // namespace lode::subgraph
