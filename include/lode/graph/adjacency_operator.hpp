#pragma once

#include <cstddef>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode {

/// The adjacency or weight matrix W of a graph as a linear operator, without storing it a second time.
///
/// Has the members Spectra's symmetric solvers ask for (`Scalar`, `rows`, `cols`, `perform_op`).
///
/// Cost:    O(n) to make; O(n + m) per product, rows shared out by arcs over the threads of the TBB arena it
///          is called in. One row is never split.
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
  Graph graph_;
  std::vector<Vertex> chunk_begin_;  ///< rows of chunk i: chunk_begin_[i] ... chunk_begin_[i+1]-1
};

}  // namespace lode
