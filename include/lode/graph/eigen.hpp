#pragma once

// Bridges to Eigen: a sparse matrix made of a Graph, and a Graph made of a sparse matrix. The CMake target is
// lode::eigen. Everything here is inline, so that it uses the Eigen of the program that includes it.

#include <Eigen/SparseCore>
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode {

/// The weight matrix W as a sparse matrix, with an entry for every arc (weight 0 included).
///
/// Cost:    O(n + m), 12 bytes per arc.
/// Errors:  InvalidArgument if the arcs or the vertices do not fit Eigen's 32-bit indices.
inline Eigen::SparseMatrix<double> to_eigen(const Graph& graph) {
  constexpr int limit = std::numeric_limits<int>::max();
  if (graph.num_arcs() > ArcIndex{limit} || graph.num_vertices() > Vertex{limit}) {
    throw InvalidArgument("number of arcs", std::to_string(graph.num_arcs()),
                          "does not fit the 32-bit indices of Eigen::SparseMatrix", "take a smaller graph");
  }
  const auto n = static_cast<Eigen::Index>(graph.num_vertices());
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.resizeNonZeros(static_cast<Eigen::Index>(graph.num_arcs()));
  const auto to_int = [](auto value) { return static_cast<int>(value); };
  std::ranges::transform(graph.offsets(), matrix.outerIndexPtr(), to_int);
  std::ranges::transform(graph.targets(), matrix.innerIndexPtr(), to_int);
  if (graph.weighted()) {
    std::ranges::copy(graph.weights(), matrix.valuePtr());
  } else {
    std::fill_n(matrix.valuePtr(), graph.num_arcs(), 1.0);
  }
  return matrix;
}

/// How the entries of a matrix are read.
enum class MatrixEntries {
  weights,  ///< entries are weights of edges
  pattern   ///< entries of any value are edges without weights
};

/// The graph of a square sparse matrix. A stored entry (i, j) is the edge ij, even if its value is 0. The
/// diagonal is dropped. Entries of one place are summed.
///
/// The matrix may store both triangles or one. `merge` gives the weight of an edge with entries (i, j) and
/// (j, i). With MergeRule::sum the edge weighs both together, which is twice the entry of a symmetric matrix.
///
/// Cost:    O(rows + entries), on the threads of the run. It takes 16 bytes per entry besides what
///          Graph::from_arcs takes.
/// Errors:  InvalidArgument for a matrix that is not square, for 2^32-1 or more rows, for weights that are
///          negative or outside the domain, and for two values of one edge under MergeRule::error.
///          SystemError if the run should stop before the work begins.
template <class Scalar, int options, class StorageIndex>
Graph from_eigen(const Eigen::SparseMatrix<Scalar, options, StorageIndex>& matrix,
                 MatrixEntries entries = MatrixEntries::weights, MergeRule merge = MergeRule::error,
                 const RunContext& run = RunContext()) {
  if (matrix.rows() != matrix.cols()) {
    throw InvalidArgument("shape of the matrix",
                          std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols()),
                          "must be square");
  }
  if (matrix.rows() >= static_cast<Eigen::Index>(no_vertex)) {
    throw InvalidArgument("rows", std::to_string(matrix.rows()), "must be below 2^32-1");
  }
  std::vector<WeightedEdge> arcs;
  arcs.reserve(static_cast<std::size_t>(matrix.nonZeros()));
  using Entries = typename Eigen::SparseMatrix<Scalar, options, StorageIndex>::InnerIterator;
  for (Eigen::Index outer = 0; outer < matrix.outerSize(); ++outer) {
    for (Entries it(matrix, outer); it; ++it) {
      const Weight weight = entries == MatrixEntries::pattern ? 1.0 : static_cast<Weight>(it.value());
      arcs.push_back({static_cast<Vertex>(it.row()), static_cast<Vertex>(it.col()), weight});
    }
  }
  const auto n = static_cast<Vertex>(matrix.rows());
  if (entries == MatrixEntries::weights) return Graph::from_arcs(arcs, n, merge, run);
  std::vector<Edge> edges;
  edges.reserve(arcs.size());
  for (const WeightedEdge& arc : arcs) edges.push_back({arc.u, arc.v});
  return Graph::from_edges(edges, n, run);
}

}  // namespace lode
