#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/graph/eigen.hpp>
#include <lode/graph/spectra.hpp>

#include "core/linalg/eigen.hpp"

namespace lode {
namespace {

/// Rows plus arcs of one task: large against the cost of a task, small against a matrix worth splitting.
constexpr ArcIndex chunk_work = 1 << 15;

}  // namespace

/// Symmetric: its columns are its rows.
struct AdjacencyOperator::Matrix {
  Eigen::SparseMatrix<double> columns;

  void multiply_rows(Vertex begin, Vertex end, const double* x, double* y) const {
    const auto count = static_cast<Eigen::Index>(end - begin);
    Eigen::Map<Eigen::VectorXd>(y + begin, count).noalias() =
        columns.middleCols(begin, count).transpose() * Eigen::Map<const Eigen::VectorXd>(x, columns.rows());
  }
};

AdjacencyOperator::AdjacencyOperator(Graph graph)
    : graph_(std::move(graph)),
      matrix_(std::make_shared<const Matrix>(Matrix{to_eigen(graph_)})),
      chunk_begin_{0} {
  ArcIndex work = 0;
  for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
    work += graph_.degree(v) + ArcIndex{1};
    if (work >= chunk_work) {
      chunk_begin_.push_back(v + 1);
      work = 0;
    }
  }
  if (chunk_begin_.back() != graph_.num_vertices()) chunk_begin_.push_back(graph_.num_vertices());
}

void AdjacencyOperator::perform_op(const double* x, double* y) const {
  const std::size_t chunks = chunk_begin_.size() - 1;
  if (chunks <= 1) {
    matrix_->multiply_rows(0, graph_.num_vertices(), x, y);
    return;
  }
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, chunks, 1),
      [&](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
          matrix_->multiply_rows(chunk_begin_[i], chunk_begin_[i + 1], x, y);
        }
      },
      tbb::simple_partitioner{});
}

}  // namespace lode
