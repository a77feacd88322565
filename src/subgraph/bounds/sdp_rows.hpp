#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lode::detail {

/// row[own] plus the s - 1 largest other entries, 1 <= s <= size of the row. `scratch` holds the other
/// entries afterwards, in another order. Cost: O(size).
double largest_sum(std::span<const double> row, std::size_t own, double s, std::vector<double>& scratch);

/// Projects a row onto { y : 0 <= y_j <= y_own <= 1, sum of y = s y_own }, in place. `own` is the place of
/// the entry on the diagonal; `guess` is where the search for its value begins, 0 ... 1.
///
/// For a fixed value t of that entry the others are clip(y_j - a, 0, t) with the a that makes their sum
/// (s - 1) t. The distance is convex in t with a piecewise linear derivative, whose zero Newton's method
/// finds inside a bracket; so does another for a.
///
/// Needs:   2 <= s <= size of the row, finite values.
/// Cost:    O(size) per pass, some ten passes.
void project_row(std::span<double> row, std::size_t own, double s, double guess,
                 std::vector<double>& scratch);

}  // namespace lode::detail
