#pragma once

// Bridges to Eigen: an operator for Eigen's iterative solvers that needs no matrix, a sparse matrix made of a
// Graph, and a Graph made of a sparse matrix. The CMake target is lode::eigen. Everything here is inline, so
// that it uses the Eigen of the program that includes it.

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

/// The coefficients of the matrix shift*I + scale*W + rank_one*11^T.
struct ShiftedAdjacencyTerms {
  double shift = 0.0;     ///< factor of the identity matrix
  double scale = 1.0;     ///< factor of the weight matrix W
  double rank_one = 0.0;  ///< factor of the matrix of all ones
};

/// The symmetric matrix shift*I + scale*W + rank_one*11^T, where W is the adjacency or weight matrix of a
/// graph. It is an operand for Eigen that stores no matrix:
///
///   Eigen::ConjugateGradient<ShiftedAdjacency, Eigen::Lower | Eigen::Upper,
///                            Eigen::IdentityPreconditioner> solver(matrix);
///
/// Cost:    O(n + m) per product, as AdjacencyOperator. The caller keeps that operator alive.
/// Deterministic: the same product bit for bit, for any number of threads.
class ShiftedAdjacency : public Eigen::EigenBase<ShiftedAdjacency> {
 public:
  /// Members that Eigen asks for.
  ///@{
  using Scalar = double;
  using RealScalar = double;
  using StorageIndex = int;
  enum { ColsAtCompileTime = Eigen::Dynamic, MaxColsAtCompileTime = Eigen::Dynamic, IsRowMajor = false };
  ///@}

  /// The matrix of these coefficients. `adjacency` must outlive the object.
  ShiftedAdjacency(const AdjacencyOperator& adjacency, ShiftedAdjacencyTerms terms)
      : adjacency_(&adjacency), terms_(terms) {}

  /// Number of rows n.
  Eigen::Index rows() const { return adjacency_->rows(); }
  /// Number of columns n.
  Eigen::Index cols() const { return adjacency_->cols(); }
  /// The coefficients.
  const ShiftedAdjacencyTerms& terms() const { return terms_; }

  /// The product with x, computed when Eigen assigns it.
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
  pattern   ///< entries are edges without weights, whatever their values
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
