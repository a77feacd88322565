#pragma once

#include <cstddef>
#include <vector>

#include <lode/core/run_context.hpp>

namespace lode::subgraph::detail {

/// A square matrix of a check, row by row, n x n.
struct CheckedSquare {
  std::size_t n = 0;
  std::vector<double> entries;
  double at(std::size_t i, std::size_t j) const { return entries[i * n + j]; }
};

/// The sum of the products of n numbers, in an order of its own.
double checked_dot(std::size_t n, const double* x, const double* y);

/// Cholesky's algorithm in doubles, row by row; true if every pivot is positive: the lower triangle, which is
/// read, then holds the factor. Shares nothing with the kernels that find bounds.
/// Cost:   n^3 / 3 operations. Errors: SystemError if the run is stopped.
bool checked_cholesky(CheckedSquare& a, const RunContext& run);

}  // namespace lode::subgraph::detail
