#include "bounds/low_rank/cluster_multipliers.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include <lode/core/error.hpp>

#include "core/linalg/dense_kernels.hpp"

namespace lode::subgraph::detail {

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
  lode::detail::over_rows(clusters, [&](std::size_t first, std::size_t last) {
    for (std::size_t c = first; c < last; ++c) {
      double sum = 0.0;
      for (std::size_t d = 0; d < clusters; ++d) sum += between[c * clusters + d] * sums[d];
      shared[c] = 0.5 * sum + half * weighted;
    }
  });
  lode::detail::over_rows(size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      double sum = diagonal_[i] * x[i] + shared[cluster[i]] + half * u[i] * all;
      for (ArcIndex arc = graph_.offsets()[i]; arc < graph_.offsets()[i + 1]; ++arc) {
        sum += arc_[arc] * x[graph_.targets()[arc]];
      }
      y[i] = sum;
    }
  });
}

namespace {

/// Sums of the k first values, k = 0 ... largest, and of their magnitudes.
struct PrefixSums {
  std::vector<double> sum{0.0};
  std::vector<double> magnitude{0.0};
};

template <class Before>
PrefixSums extreme_sums(std::vector<double> values, std::size_t largest, Before before) {
  PrefixSums sums;
  std::partial_sort(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(largest), values.end(),
                    before);
  for (std::size_t k = 0; k < largest; ++k) {
    sums.sum.push_back(sums.sum.back() + values[k]);
    sums.magnitude.push_back(sums.magnitude.back() + std::abs(values[k]));
  }
  return sums;
}

}  // namespace

std::vector<double> bounds_inside(const ClusterMultipliers& multipliers, double eigenvalue, Vertex largest) {
  const double s = multipliers.s;
  if (largest > multipliers.vertex.size()) {
    throw InvalidArgument("largest", std::to_string(largest), "exceeds the number of vertices");
  }
  const PrefixSums high = extreme_sums(multipliers.vertex, largest, std::greater<>());
  const PrefixSums low = extreme_sums(multipliers.vertex, largest, std::less<>());
  std::vector<double> bounds(largest + std::size_t{1}, 0.0);
  for (Vertex t = 1; t <= largest; ++t) {
    const double k = t;
    const PrefixSums& sums = t <= multipliers.s ? high : low;
    const double bound = k * eigenvalue + (1.0 - k / s) * sums.sum[t];
    const double magnitude = k * std::abs(eigenvalue) + (1.0 + k / s) * sums.magnitude[t];
    bounds[t] = bound + 2.0 * (k + 8.0) * DBL_EPSILON * magnitude;
  }
  return bounds;
}

}  // namespace lode::subgraph::detail
