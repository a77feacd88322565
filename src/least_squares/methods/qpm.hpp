#pragma once

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

struct QpmOptions {
  double penalty = 0.1;                ///< of mean diag(A'A)
  double growth = 3.1622776601683795;  ///< of the penalty, sqrt(10)
  double tolerance = 1e-4;    ///< relative change that ends an inner loop, and distance that ends the outer
  double start_scale = 1e-3;  ///< of the normal values to begin with when the problem has no start
};

/// Quadratic penalty method (penalty decomposition).
///
/// Minimises 1/2 |Ax - b|^2 + h(y) + (rho/2) |x - y|^2 over x and y in turn for a growing rho, until x and y
/// agree; begins anew from its first feasible point whenever the penalised value rises above F there.
///
/// Constraints: sparse, sparse-c. Loss: squared.
/// Cost:    O(m n) per inner step, and a Cholesky factorisation of size min(m, n) per rho: less than one
///          singular value decomposition, and it can be stopped; memory O(min(m, n)^2).
/// Returns: the best y.
/// Errors:  InvalidArgument for another constraint or loss, a growth of at most 1, other options that are not
///          positive, or min(m, n)^2 values of more than 8 GiB.
/// Deterministic for a given start; ties as ppa.
/// Source:  Z. Lu, Y. Zhang, SIAM J. Optim. 23 (2013) 2448-2478.
Solution qpm(const Problem& problem, const QpmOptions& options, const RunContext& run);

}  // namespace lode::least_squares
