#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/graph/spectra.hpp>

namespace lode {
namespace {

/// Rows plus arcs of one task: large against the cost of a task, small against a matrix worth splitting.
constexpr ArcIndex chunk_work = 1 << 15;

void multiply_rows(const Graph& graph, Vertex begin, Vertex end, const double* x, double* y) {
  for (Vertex v = begin; v < end; ++v) {
    double sum = 0.0;
    if (graph.weighted()) {
      graph.for_each_neighbor(v, [&](Vertex u, Weight weight) { sum += weight * x[u]; });
    } else {
      for (const Vertex u : graph.neighbors(v)) sum += x[u];
    }
    y[v] = sum;
  }
}

}  // namespace

AdjacencyOperator::AdjacencyOperator(Graph graph) : graph_(std::move(graph)), chunk_begin_{0} {
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
    multiply_rows(graph_, 0, graph_.num_vertices(), x, y);
    return;
  }
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, chunks, 1),
      [&](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
          multiply_rows(graph_, chunk_begin_[i], chunk_begin_[i + 1], x, y);
        }
      },
      tbb::simple_partitioner{});
}

}  // namespace lode
