#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lode::subgraph::detail {

/// Sums over a row: its own entry and the largest others.
struct RowSums {
  double sum = 0.0;      ///< row[own] plus the s - 1 largest other entries
  double smaller = 0.0;  ///< without the least of those; row[own] alone for s = 1
};

/// 1 <= s <= size of the row. `scratch` is overwritten. Cost: O(size).
RowSums largest_sums(std::span<const double> row, std::size_t own, double s, std::vector<double>& scratch);

/// Projects a row onto { y : 0 <= y_j <= y_own <= 1, sum of y = s y_own }, in place. `own` is the place of
/// the entry on the diagonal; `guess` is where the search for its value begins, 0 ... 1.
///
/// For a fixed value t of that entry the others are clip(y_j - a, 0, t) with the a that makes their sum
/// (s - 1) t. The distance is convex in t with a piecewise linear derivative, whose zero Newton's method
/// finds inside a bracket; so does another for a. It is 0 if row[own] and the s - 1 largest others sum to 0
/// or less, which a search for their least value decides.
///
/// Needs:   2 <= s <= size of the row, finite values.
/// Cost:    O(size) per pass, some ten passes.
void project_row(std::span<double> row, std::size_t own, double s, double guess);

}  // namespace lode::subgraph::detail
