#pragma once

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::detail {

/// Computes y = W x for the adjacency or weight matrix W of a graph. Both arrays hold n values, and they must
/// not overlap. Cost: O(n + m), on the threads of the TBB arena. The bits do not depend on these threads.
void multiply(const Graph& graph, const double* x, double* y);

/// A bound on the largest or the smallest eigenvalue, on its outer side.
struct EigenvalueEstimate {
  double value = 0.0;
  bool converged = true;  ///< false: the iteration ended early, and `value` is the bound by row sums
};

/// The largest eigenvalue of W, bounded from above: a Ritz value of the implicitly restarted Lanczos method,
/// moved outwards by its residual tolerance of 1e-8 times itself. If the iteration does not converge within
/// 200 restarts, or if the run should stop, the value is sqrt(max row sum of W^2), which is at most the
/// largest strength. The value is 0 for graphs without positive weights.
///
/// Cost:    O(n + m) per product; some tens to hundreds of products; memory for 30n doubles.
/// Deterministic: the starting vector is fixed. Scaling all weights scales the value.
/// Source:  D. Calvetti, L. Reichel, D. C. Sorensen, ETNA 2 (1994) 1-21; Spectra.
EigenvalueEstimate largest_eigenvalue(const Graph& graph, const RunContext& run);
/// The smallest eigenvalue of W, bounded from below.
EigenvalueEstimate smallest_eigenvalue(const Graph& graph, const RunContext& run);

}  // namespace lode::detail
