#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lode::subgraph::dual {

/// Projects a row onto { y : 0 <= y_j <= y_own <= 1, sum of y = s y_own }, in place and in single precision.
/// `own` is the place of the entry on the diagonal; `guess` is where the search for its value begins, 0 for a
/// row that was zero. False if the projection is zero: the row is undefined then.
///
/// For a fixed value t of the own entry the others are clip(y_j - a, 0, t), where a makes their sum (s - 1)
/// t. Newton's method inside a bracket finds t, and another one a.
///
/// Needs:  2 <= s <= size of the row, finite values.
/// Cost:   O(size) per pass, some six passes; one for most rows that stay zero.
bool project_float_row(std::span<float> row, std::size_t own, float s, float guess);

/// What an iteration changes in a row: |y - y before|^2 and |y - x|^2.
struct RowChange {
  double moved = 0.0;
  double primal = 0.0;
};
/// y becomes `row`, or zero if that is empty, and v becomes ratio (v - x) + x + relax (y - x). An empty y is
/// zero.
RowChange move_row(std::span<const float> row, std::vector<float>& y, std::span<const float> x,
                   std::span<float> v, float ratio, float relax);

/// The own entry of a row and the s - 1 largest others.
struct LargestEntries {
  double sum = 0.0;
  float least = 0.0f;  ///< of the s - 1 others
};

/// Needs: 2 <= s <= size of the row. `scratch` is overwritten. Cost: O(size).
LargestEntries largest_entries(std::span<const float> row, std::size_t own, std::size_t s,
                               std::vector<float>& scratch);

/// The sum of the s largest of some values, and the least of those. Needs: 1 <= s <= size. Cost: O(size).
double sum_of_largest(std::vector<double> values, std::size_t s, double* least = nullptr);

}  // namespace lode::subgraph::dual
