#pragma once

// Eigen bridges: a matrix-free operator for Eigen's iterative solvers, and copies as and of sparse matrices.
// The CMake target is lode::eigen. Everything here is inline: it speaks of the includer's Eigen.

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/spectra.hpp>

namespace lode {
class ShiftedAdjacency;
}

namespace Eigen::internal {
template <>
struct traits<lode::ShiftedAdjacency> : traits<Eigen::SparseMatrix<double>> {};
}  // namespace Eigen::internal

namespace lode {

/// The coefficients of shift*I + scale*W + rank_one*11^T.
struct ShiftedAdjacencyTerms {
  double shift = 0.0;
  double scale = 1.0;
  double rank_one = 0.0;
};

/// The symmetric matrix shift*I + scale*W + rank_one*11^T, W the adjacency or weight matrix of a graph, as a
/// matrix-free Eigen operand:
///
///   Eigen::ConjugateGradient<ShiftedAdjacency, Eigen::Lower | Eigen::Upper,
///                            Eigen::IdentityPreconditioner> solver(matrix);
///
/// Cost:    O(n + m) per product, as AdjacencyOperator; the caller keeps that operator alive.
/// Deterministic: bit for bit the same product for any number of threads.
class ShiftedAdjacency : public Eigen::EigenBase<ShiftedAdjacency> {
 public:
  using Scalar = double;
  using RealScalar = double;
  using StorageIndex = int;
  enum { ColsAtCompileTime = Eigen::Dynamic, MaxColsAtCompileTime = Eigen::Dynamic, IsRowMajor = false };

  ShiftedAdjacency(const AdjacencyOperator& adjacency, ShiftedAdjacencyTerms terms)
      : adjacency_(&adjacency), terms_(terms) {}

  Eigen::Index rows() const { return adjacency_->rows(); }
  Eigen::Index cols() const { return adjacency_->cols(); }
  const ShiftedAdjacencyTerms& terms() const { return terms_; }

  template <class Rhs>
  Eigen::Product<ShiftedAdjacency, Rhs, Eigen::AliasFreeProduct> operator*(
      const Eigen::MatrixBase<Rhs>& x) const {
    return {*this, x.derived()};
  }

  /// The product with one contiguous column.
  Eigen::VectorXd multiply(const Eigen::Ref<const Eigen::VectorXd>& x) const {
    Eigen::VectorXd y(rows());
    adjacency_->perform_op(x.data(), y.data());
    y = terms_.scale * y + terms_.shift * x;
    if (terms_.rank_one != 0.0) y.array() += terms_.rank_one * x.sum();
    return y;
  }

 private:
  const AdjacencyOperator* adjacency_;
  ShiftedAdjacencyTerms terms_;
};

/// W as a sparse matrix, with an entry for every arc (entries of weight 0 included).
/// Cost:   O(n + m), 12 bytes an arc.
/// Errors: InvalidArgument if the arcs or the vertices do not fit Eigen's 32-bit indices.
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

/// What the entries of a matrix are.
enum class MatrixEntries {
  weights,  ///< of edges
  pattern   ///< edges without weights, whatever the values
};

/// The graph of a square sparse matrix. A stored entry (i, j), of value 0 too, is the edge ij; the diagonal
/// is dropped. Both triangles may be stored, or one: of entries (i, j) and (j, i) `merge` says what the edge
/// weighs; with MergeRule::sum it weighs both together, which for a symmetric matrix is twice its entry.
/// Entries of one place are summed. Cost:   O(rows + entries), on the threads of the run; 16 bytes an entry
/// beside what Graph::from_arcs takes. Errors: InvalidArgument for a matrix that is not square, 2^32-1 or
/// more rows, weights that are negative or
///         not finite, and two values of one edge under MergeRule::error; SystemError if the run should stop
///         before it begins.
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

namespace Eigen::internal {

template <class Rhs>
struct generic_product_impl<lode::ShiftedAdjacency, Rhs, SparseShape, DenseShape, GemvProduct>
    : generic_product_impl_base<lode::ShiftedAdjacency, Rhs,
                                generic_product_impl<lode::ShiftedAdjacency, Rhs>> {
  template <class Dest>
  static void scaleAndAddTo(Dest& dest, const lode::ShiftedAdjacency& lhs, const Rhs& rhs, double alpha) {
    dest.noalias() += alpha * lhs.multiply(rhs);
  }
};

}  // namespace Eigen::internal
