#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph::detail {

/// A square matrix of a check, row by row, n x n.
struct CheckedSquare {
  std::size_t n = 0;
  std::vector<double> entries;
  double at(std::size_t i, std::size_t j) const { return entries[i * n + j]; }
};

/// The sum of the products of n numbers, in an order of its own.
inline double checked_dot(std::size_t n, const double* x, const double* y) {
  double sums[8] = {};
  std::size_t k = 0;
  for (; k + 8 <= n; k += 8) {
    for (std::size_t l = 0; l < 8; ++l) sums[l] += x[k + l] * y[k + l];
  }
  for (; k < n; ++k) sums[0] += x[k] * y[k];
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/// Cholesky's algorithm in doubles, row by row; true if every pivot is positive: the lower triangle, which is
/// read, then holds the factor. Shares nothing with the kernels that find bounds.
/// Cost:   n^3 / 3 operations. Errors: SystemError if the run is stopped.
inline bool checked_cholesky(CheckedSquare& a, const RunContext& run) {
  const std::size_t n = a.n;
  for (std::size_t i = 0; i < n; ++i) {
    run.require_time(checking);
    double* row = a.entries.data() + i * n;
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = a.entries.data() + j * n;
      const double sum = row[j] - checked_dot(j, row, other);
      if (j < i) {
        row[j] = sum / other[j];
      } else if (sum > 0.0) {
        row[j] = std::sqrt(sum);
      } else {
        return false;
      }
    }
  }
  return true;
}

}  // namespace lode::subgraph::detail
