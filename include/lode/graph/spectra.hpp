#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// The adjacency or weight matrix W of a graph as a linear operator. It is the sparse matrix that `to_eigen`
/// (graph/eigen.hpp) makes, multiplied on several threads. Copies share the matrix. It has the members that
/// Spectra's symmetric solvers ask for (`Scalar`, `rows`, `cols`, `perform_op`).
///
/// Cost:    O(n + m) to make, and 12 bytes per arc. A product takes O(n + m). Its rows are divided by arcs
///          among the threads of the TBB arena in which it is called. One row is never split.
/// Errors:  InvalidArgument if the arcs or the vertices do not fit the 32-bit indices of the matrix.
/// Deterministic: the same product bit for bit, for any number of threads.
/// Thread-safety: `perform_op` may be called from several threads at once.
class AdjacencyOperator {
 public:
  /// The type of the numbers.
  using Scalar = double;

  /// The operator of this graph.
  explicit AdjacencyOperator(Graph graph);

  /// Number of rows n, the vertices of the graph.
  std::ptrdiff_t rows() const { return static_cast<std::ptrdiff_t>(graph_.num_vertices()); }
  /// Number of columns n.
  std::ptrdiff_t cols() const { return rows(); }
  /// Computes y = W x. Both arrays hold n values, and they must not overlap.
  void perform_op(const double* x, double* y) const;
  /// The graph.
  const Graph& graph() const { return graph_; }

 private:
  struct Matrix;

  Graph graph_;
  std::shared_ptr<const Matrix> matrix_;
  std::vector<Vertex> chunk_begin_;  ///< rows of chunk i: chunk_begin_[i] ... chunk_begin_[i+1]-1
};

/// A bound on the largest or the smallest eigenvalue, on its outer side.
struct EigenvalueEstimate {
  double value = 0.0;  ///< the bound
  /// False: the iteration ended early, and `value` is the bound by row sums.
  bool converged = true;
};

/// The largest eigenvalue of the weight matrix W, bounded from above.
///
/// The value is a Ritz value of the implicitly restarted Lanczos method, moved outwards by its residual
/// tolerance of 1e-8 times itself. If the iteration does not converge within 200 restarts, or if the run
/// should stop, the value is sqrt(max row sum of W^2). This number is never below the eigenvalue, and never
/// above the largest strength. The value is 0 for graphs without positive weights.
///
/// Cost:    O(n + m) per product; some tens to hundreds of products; memory for 30n doubles.
/// Errors:  none.
/// Stops:   `run` is asked once per product.
/// Deterministic: the starting vector is fixed. The value is the same for any number of threads of the TBB
///          arena in which the function is called. Scaling all weights scales the value.
/// Source:  D. Calvetti, L. Reichel, D. C. Sorensen, ETNA 2 (1994) 1-21; Spectra.
EigenvalueEstimate largest_eigenvalue(const AdjacencyOperator& adjacency,
                                      const RunContext& run = RunContext());

/// The smallest eigenvalue of W, bounded from below. If the iteration does not converge, the value is minus
/// the bound by row sums. All else is as in `largest_eigenvalue`. The value is at least minus the largest
/// eigenvalue, and equal to it on bipartite graphs, up to the tolerance.
EigenvalueEstimate smallest_eigenvalue(const AdjacencyOperator& adjacency,
                                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
