#include "graph/sides/core_skyline.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "graph/cores/falling_keys.hpp"

namespace lode::detail {
namespace skylines {

/// For one alpha, the largest beta of every vertex: 0 if it is in no (alpha, beta)-core.
struct Levels {
  BothSides<Vertex> of;
  Vertex largest = 0;
};

/// Side `first` needs `alpha` neighbours all the time; what side 1 - first needs grows.
Levels peel(const SideRows& rows, std::size_t first, Vertex alpha) {
  const std::size_t second = 1 - first;
  Levels levels;
  for (std::size_t side = 0; side < 2; ++side) levels.of[side].assign(rows.size(side), 0);
  Vertex most = 0;
  for (Vertex w = 0; w < rows.size(second); ++w) most = std::max(most, rows.degree(second, w));
  FallingKeys keys(rows.size(second), most, [&](Vertex w) { return rows.degree(second, w); });
  std::vector<Vertex> degree(rows.size(first));
  const auto drop = [&](Vertex u) {
    levels.of[first][u] = levels.largest;
    for (const Vertex w : rows.row(first, u)) {
      if (keys.contains(w)) keys.lower(w);
    }
  };
  for (Vertex u = 0; u < degree.size(); ++u) {
    degree[u] = rows.degree(first, u);
    if (degree[u] < alpha) drop(u);
  }
  for (Vertex left = rows.size(second); left > 0; --left) {
    const Vertex w = keys.pop();
    levels.largest = std::max(levels.largest, keys.least());
    levels.of[second][w] = levels.largest;
    for (const Vertex u : rows.row(second, w)) {
      if (degree[u]-- == alpha) drop(u);
    }
  }
  return levels;
}

}  // namespace skylines

std::vector<CoreCorner> core_corners(const SideRows& rows, const RunContext& run) {
  // Vertices by their pairs (alpha, beta), of which some lie below others.
  BothSides<std::vector<std::pair<Vertex, Vertex>>> pairs;
  for (std::size_t side = 0; side < 2; ++side) pairs[side].resize(rows.size(side));
  for (Vertex level = 1;; ++level) {
    Vertex reach = 0;
    for (std::size_t first = 0; first < 2; ++first) {
      if (run.should_stop()) return {};
      const skylines::Levels levels = skylines::peel(rows, first, level);
      reach = std::max(reach, levels.largest);
      for (std::size_t side = 0; side < 2; ++side) {
        for (Vertex v = 0; v < levels.of[side].size(); ++v) {
          const Vertex other = levels.of[side][v];
          if (other > 0)
            pairs[side][v].push_back(first == 0 ? std::pair(level, other) : std::pair(other, level));
        }
      }
    }
    if (reach <= level) break;
  }
  std::vector<CoreCorner> corners;
  for (std::size_t side = 0; side < 2; ++side) {
    for (Vertex v = 0; v < rows.size(side); ++v) {
      auto& list = pairs[side][v];
      std::ranges::sort(list, [](const auto& x, const auto& y) {
        return x.first != y.first ? x.first > y.first : x.second > y.second;
      });
      Vertex beta = 0;
      const std::size_t begin = corners.size();
      for (const auto& [alpha, other] : list) {
        if (other > beta) corners.push_back({side, v, alpha, beta = other});
      }
      std::reverse(corners.begin() + static_cast<std::ptrdiff_t>(begin), corners.end());
    }
  }
  return corners;
}

}  // namespace lode::detail
