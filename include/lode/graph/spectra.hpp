#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// The adjacency or weight matrix W of a graph as a linear operator: the sparse matrix that `to_eigen`
/// (graph/eigen.hpp) makes of it, multiplied on several threads. Copies share the matrix.
///
/// Has the members Spectra's symmetric solvers ask for (`Scalar`, `rows`, `cols`, `perform_op`).
///
/// Cost:    O(n + m) to make, 12 bytes an arc; O(n + m) per product, rows shared out by arcs over the threads
///          of the TBB arena it is called in. One row is never split.
/// Errors:  InvalidArgument if the arcs or the vertices do not fit the 32-bit indices of the matrix.
/// Deterministic: bit for bit the same product for any number of threads.
/// Thread-safety: `perform_op` may be called from several threads at once.
class AdjacencyOperator {
 public:
  using Scalar = double;

  explicit AdjacencyOperator(Graph graph);

  std::ptrdiff_t rows() const { return static_cast<std::ptrdiff_t>(graph_.num_vertices()); }
  std::ptrdiff_t cols() const { return rows(); }
  /// y = W x; both hold n values and do not overlap.
  void perform_op(const double* x, double* y) const;
  const Graph& graph() const { return graph_; }

 private:
  struct Matrix;

  Graph graph_;
  std::shared_ptr<const Matrix> matrix_;
  std::vector<Vertex> chunk_begin_;  ///< rows of chunk i: chunk_begin_[i] ... chunk_begin_[i+1]-1
};

/// An estimate of an end of the spectrum, on the outer side.
struct EigenvalueEstimate {
  double value = 0.0;
  /// False: the iteration ended early, and value is the row-sum bound.
  bool converged = true;
};

/// The largest eigenvalue of the weight matrix W, from above.
///
/// A Ritz value of the implicitly restarted Lanczos method, moved outwards by its residual tolerance of 1e-8
/// times itself. When the iteration does not converge within 200 restarts, or the run should stop, the value
/// is sqrt(max row sum of W^2) instead, which is never below the eigenvalue and never above the largest
/// strength.
/// 0 for graphs without positive weights.
///
/// Cost:    O(n + m) per product, some tens to hundreds of products; memory 30n doubles.
/// Errors:  none.
/// Deterministic: fixed starting vector; the same for any number of threads of the TBB arena it is called in.
/// Scaling all weights scales the value. Polls `run` once per product.
/// Source:  D. Calvetti, L. Reichel, D. C. Sorensen, ETNA 2 (1994) 1-21; Spectra.
EigenvalueEstimate largest_eigenvalue(const AdjacencyOperator& adjacency,
                                      const RunContext& run = RunContext());

/// The smallest eigenvalue of W, from below; when the iteration does not converge, minus the row-sum bound.
/// Otherwise as `largest_eigenvalue`; at least minus the largest eigenvalue, and equal to it on bipartite
/// graphs, up to the tolerance.
EigenvalueEstimate smallest_eigenvalue(const AdjacencyOperator& adjacency,
                                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
