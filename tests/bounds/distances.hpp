#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

namespace lode::test {

enum class Rounding { none, integral };

/// Distances of points drawn in a cube, times `scale`, each changed by at most `noise` of itself.
inline Graph distances(Vertex n, int dimensions, std::uint64_t seed, Rounding rounding = Rounding::none,
                       double scale = 100.0, double noise = 0.0) {
  Rng rng(seed, 77);
  std::vector<double> points;
  for (Vertex i = 0; i < n * static_cast<Vertex>(dimensions); ++i) points.push_back(rng.uniform());
  std::vector<WeightedEdge> edges;
  const auto d = static_cast<std::size_t>(dimensions);
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) {
      double square = 0.0;
      for (std::size_t k = 0; k < d; ++k) square += std::pow(points[u * d + k] - points[v * d + k], 2);
      const double distance = scale * std::sqrt(square) * (1.0 + noise * rng.uniform());
      edges.push_back({u, v, rounding == Rounding::integral ? std::round(distance) : distance});
    }
  }
  return Graph::from_edges(std::span<const WeightedEdge>(edges), n);
}

}  // namespace lode::test
