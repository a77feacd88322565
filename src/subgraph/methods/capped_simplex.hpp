#pragma once

#include <span>

namespace lode::subgraph {

/// Writes the Euclidean projection of `point` onto {x : 0 <= x <= 1, 1'x = s} into `result` (which may be
/// `point`): clip(point - t, 0, 1) for the shift t that makes the sum s. Returns t.
///
/// t by Newton's method on the piecewise linear sum, kept inside a bracket and replaced by bisection where it
/// would leave it. The sum is s up to 1e-13 n. Projection onto {y : -1 <= y <= 1, 1'y = 2s - n} is the same
/// map in x = (y + 1)/2.
///
/// Needs:   0 <= s <= n, n >= 1, finite values, a result of n.
/// Errors:  InvalidArgument for another s or another number of values.
/// Cost:    O(n) per pass, some ten passes, never more than 200.
/// Deterministic: sums in a fixed order.
double project_capped_simplex(std::span<const double> point, double s, std::span<double> result);

}  // namespace lode::subgraph
