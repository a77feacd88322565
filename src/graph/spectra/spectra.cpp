#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/graph/eigen.hpp>
#include <lode/graph/spectra.hpp>

#include "core/linalg/eigen.hpp"
#include "core/linalg/lanczos.hpp"

namespace lode {
namespace {

/// Rows plus arcs of one task: large against the cost of a task, small against a matrix worth splitting.
constexpr ArcIndex chunk_work = 1 << 15;

constexpr detail::LanczosOptions lanczos = {24, 1e-8, 200};

struct RunStopped {};

/// sqrt(max row sum of W^2), enlarged by more than its rounding errors.
double row_sum_bound(const AdjacencyOperator& adjacency) {
  const Graph& graph = adjacency.graph();
  std::vector<double> strength(graph.num_vertices());
  std::vector<double> walks(graph.num_vertices());
  double largest_strength = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    strength[v] = graph.strength(v);
    largest_strength = std::max(largest_strength, strength[v]);
  }
  if (largest_strength == 0.0) return 0.0;
  // Relative to the largest strength, so that squares neither overflow nor vanish.
  for (double& value : strength) value /= largest_strength;
  adjacency.perform_op(strength.data(), walks.data());
  const double largest_walks = *std::max_element(walks.begin(), walks.end()) / largest_strength;
  return largest_strength * std::min(1.0, std::sqrt(largest_walks)) * (1.0 + 1e-12);
}

/// The extreme Ritz value of W / scale, polling the run at every product, or nothing.
std::optional<double> ritz_value(const AdjacencyOperator& adjacency, double scale, detail::SpectrumEnd end,
                                 const RunContext& run) {
  const double factor = 1.0 / scale;
  const auto multiply = [&](const double* x, double* y) {
    if (run.should_stop()) throw RunStopped();
    adjacency.perform_op(x, y);
    for (Eigen::Index i = 0; i < adjacency.rows(); ++i) y[i] *= factor;
  };
  try {
    return detail::extreme_ritz_value(adjacency.rows(), multiply, end, lanczos);
  } catch (const RunStopped&) {
    return std::nullopt;
  }
}

/// The largest eigenvalue of sign*W, from above.
EigenvalueEstimate extreme(const AdjacencyOperator& adjacency, double sign, const RunContext& run) {
  const double bound = row_sum_bound(adjacency);
  if (bound == 0.0) return {0.0, true};
  const auto end = sign > 0.0 ? detail::SpectrumEnd::largest : detail::SpectrumEnd::smallest;
  const std::optional<double> ritz = ritz_value(adjacency, bound, end, run);
  if (!ritz) return {bound, false};
  return {std::min(bound, sign * *ritz * bound * (1.0 + lanczos.tolerance)), true};
}

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

EigenvalueEstimate largest_eigenvalue(const AdjacencyOperator& adjacency, const RunContext& run) {
  return extreme(adjacency, 1.0, run);
}

EigenvalueEstimate smallest_eigenvalue(const AdjacencyOperator& adjacency, const RunContext& run) {
  EigenvalueEstimate estimate = extreme(adjacency, -1.0, run);
  estimate.value = -estimate.value;
  return estimate;
}

}  // namespace lode
