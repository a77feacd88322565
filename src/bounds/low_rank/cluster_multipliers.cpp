#include "bounds/low_rank/cluster_multipliers.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "bounds/dual/chunks.hpp"
#include "core/linalg/eigen.hpp"

namespace lode::subgraph::detail {
namespace {

/// Rows of a task of a product.
constexpr std::size_t task_rows = 64;

}  // namespace

std::vector<ArcIndex> reverse_arcs(const Graph& graph) {
  const auto offsets = graph.offsets();
  std::vector<ArcIndex> next(offsets.begin(), offsets.end());
  std::vector<ArcIndex> reverse(graph.num_arcs());
  // Rows are increasing: the arcs into v are met in the order in which they stand in its row.
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (ArcIndex arc = offsets[v]; arc < offsets[v + 1]; ++arc) reverse[arc] = next[graph.targets()[arc]]++;
  }
  return reverse;
}

ClusteredMatrix::ClusteredMatrix(const Graph& graph, std::span<const ArcIndex> reverse,
                                 ClusterMultipliers multipliers)
    : graph_(graph), multipliers_(std::move(multipliers)) {
  const auto& [s, u, r, cluster, clusters, between] = multipliers_;
  const std::size_t n = graph.num_vertices();
  arc_.resize(graph.num_arcs());
  diagonal_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0.0;
    double magnitude = std::abs(u[i]);
    for (ArcIndex arc = graph.offsets()[i]; arc < graph.offsets()[i + 1]; ++arc) {
      const double theta = between[cluster[i] * clusters + cluster[graph.targets()[arc]]];
      const double weight = graph.arc_weight(arc);
      const double both = r[arc] + r[reverse[arc]];
      arc_[arc] = 0.5 * (weight - both - theta);
      sum += r[arc];
      magnitude += r[arc] + 0.5 * (weight + both + theta);
    }
    diagonal_[i] = sum - u[i];
    const double terms = static_cast<double>(graph.degree(static_cast<Vertex>(i))) + 8.0;
    sparse_error_ = std::max(sparse_error_, terms * DBL_EPSILON * magnitude);
  }
}

void ClusteredMatrix::multiply(std::span<const double> x, std::span<double> y) const {
  const std::vector<double>& u = multipliers_.vertex;
  const std::vector<std::uint32_t>& cluster = multipliers_.cluster;
  const std::vector<double>& between = multipliers_.between;
  const std::size_t clusters = multipliers_.clusters;
  std::vector<double> sums(clusters, 0.0);
  double all = 0.0;
  double weighted = 0.0;
  for (std::size_t i = 0; i < size(); ++i) {
    sums[cluster[i]] += x[i];
    all += x[i];
    weighted += u[i] * x[i];
  }
  const double half = 0.5 / multipliers_.s;
  std::vector<double> shared(clusters);
  using Row = Eigen::Map<const Eigen::VectorXd>;
  const auto columns = static_cast<Eigen::Index>(clusters);
  dual::for_chunks(clusters, task_rows, [&](std::size_t first, std::size_t count) {
    for (std::size_t c = first; c < first + count; ++c) {
      const double sum = Row(&between[c * clusters], columns).dot(Row(sums.data(), columns));
      shared[c] = 0.5 * sum + half * weighted;
    }
  });
  dual::for_chunks(size(), task_rows, [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      double sum = diagonal_[i] * x[i] + shared[cluster[i]] + half * u[i] * all;
      for (ArcIndex arc = graph_.offsets()[i]; arc < graph_.offsets()[i + 1]; ++arc) {
        sum += arc_[arc] * x[graph_.targets()[arc]];
      }
      y[i] = sum;
    }
  });
}

std::vector<double> bounds_inside(const ClusterMultipliers& multipliers, double eigenvalue, Vertex largest) {
  const double s = multipliers.s;
  std::vector<double> u = multipliers.vertex;
  std::sort(u.begin(), u.end());
  std::vector<double> bounds(largest + std::size_t{1}, 0.0);
  for (const bool above : {false, true}) {  // the largest u up to s, the smallest beyond
    double sum = 0.0;
    double magnitude = 0.0;
    for (Vertex t = 1; t <= largest; ++t) {
      const double k = t;
      const double next = above ? u[t - 1] : u[u.size() - t];
      sum += next;
      magnitude += std::abs(next);
      if (above != (t > multipliers.s)) continue;
      const double lost = k * std::abs(eigenvalue) + (1.0 + k / s) * magnitude;
      bounds[t] = k * eigenvalue + (1.0 - k / s) * sum + 2.0 * (k + 8.0) * DBL_EPSILON * lost;
    }
  }
  return bounds;
}

}  // namespace lode::subgraph::detail
