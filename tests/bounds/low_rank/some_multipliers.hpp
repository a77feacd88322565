#pragma once

// Multipliers with clustered pairs for tests, and what their matrix is by its definition.

#include <cstdint>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/low_rank/cluster_multipliers.hpp"
#include "core/linalg/eigen.hpp"
#include "support/support.hpp"

namespace lode::test {

using subgraph::ClusterMultipliers;

/// Multipliers that nothing has chosen well.
inline ClusterMultipliers random_multipliers(const Graph& graph, Vertex s, std::size_t clusters,
                                             std::uint64_t seed) {
  Rng rng(seed, 7);
  ClusterMultipliers m;
  m.s = s;
  m.clusters = clusters;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    m.vertex.push_back(4.0 * rng.uniform() - 2.0);
    m.cluster.push_back(static_cast<std::uint32_t>(rng.below(clusters)));
  }
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) m.arc.push_back(0.6 * rng.uniform());
  m.between.assign(clusters * clusters, 0.0);
  for (std::size_t c = 0; c < clusters; ++c) {
    for (std::size_t d = 0; d < c; ++d) {
      m.between[c * clusters + d] = m.between[d * clusters + c] = 0.2 * rng.uniform();
    }
  }
  return m;
}

inline lode::subgraph::detail::ClusteredMatrix matrix_of(const Graph& graph, ClusterMultipliers multipliers) {
  return {graph, lode::subgraph::detail::reverse_arcs(graph), std::move(multipliers)};
}

/// M by its definition.
inline std::vector<double> dense_matrix(const Graph& graph, const ClusterMultipliers& m) {
  const std::size_t n = graph.num_vertices();
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      a[i * n + j] = (m.vertex[i] + m.vertex[j]) / (2.0 * m.s);
      if (i != j) a[i * n + j] += m.between[m.cluster[i] * m.clusters + m.cluster[j]] / 2.0;
    }
    a[i * n + i] -= m.vertex[i];
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (ArcIndex arc = graph.offsets()[i]; arc < graph.offsets()[i + 1]; ++arc) {
      const std::size_t j = graph.targets()[arc];
      const double theta = m.between[m.cluster[i] * m.clusters + m.cluster[j]];
      a[i * n + i] += m.arc[arc];
      a[i * n + j] += 0.25 * graph.arc_weight(arc) - 0.5 * m.arc[arc] - 0.25 * theta;
      a[j * n + i] += 0.25 * graph.arc_weight(arc) - 0.5 * m.arc[arc] - 0.25 * theta;
    }
  }
  return a;
}

inline double largest_eigenvalue(const Graph& graph, const ClusterMultipliers& m) {
  const std::vector<double> dense = dense_matrix(graph, m);
  const auto n = static_cast<Eigen::Index>(graph.num_vertices());
  const Eigen::MatrixXd square = Eigen::Map<const Eigen::MatrixXd>(dense.data(), n, n);
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(square).eigenvalues().maxCoeff();
}

/// A random graph with pendant paths, so that some vertices are eliminated one by one.
inline Graph with_paths(Vertex n, double p, std::uint64_t seed) {
  std::vector<Edge> edges;
  const Graph middle = random_graph(n, p, seed);
  for (Vertex v = 0; v < n; ++v) {
    for (const Vertex u : middle.neighbors(v)) {
      if (v < u) edges.push_back({v, u});
    }
    edges.push_back({v, n + v});
    edges.push_back({n + v, 2 * n + v / 2});
  }
  return Graph::from_edges(edges);
}

}  // namespace lode::test
