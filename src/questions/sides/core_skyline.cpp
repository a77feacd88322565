#include <algorithm>
#include <functional>
#include <tuple>

#include "graph/cores/falling_keys.hpp"
#include "questions/sides/pairs.hpp"

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
  std::vector<CoreCorner> all;  // some are below other corners
  for (Vertex level = 1, reach = 1; reach >= level; ++level) {
    reach = 0;
    for (std::size_t first = 0; first < 2; ++first) {
      if (run.should_stop()) return {};
      const skylines::Levels levels = skylines::peel(rows, first, level);
      reach = std::max(reach, levels.largest);
      for (std::size_t side = 0; side < 2; ++side) {
        for (Vertex v = 0; v < levels.of[side].size(); ++v) {
          const Vertex other = levels.of[side][v];
          if (other > 0) all.push_back({side, v, first == 0 ? level : other, first == 0 ? other : level});
        }
      }
    }
  }
  const auto key = [](const CoreCorner& c) { return std::tuple(c.side, c.vertex, c.alpha, c.beta); };
  std::ranges::sort(all, std::greater<>(), key);
  std::vector<CoreCorner> corners;
  for (const CoreCorner& c : all) {
    const bool same = !corners.empty() && corners.back().side == c.side && corners.back().vertex == c.vertex;
    if (!same || c.beta > corners.back().beta) corners.push_back(c);
  }
  std::ranges::reverse(corners);
  return corners;
}

}  // namespace lode::detail

namespace lode {

std::vector<SidedCore> sided_cores(const SidedGraph& sides, const RunContext& run) {
  const std::vector<detail::CoreCorner> corners =
      detail::core_corners(detail::side_rows(sides.graph, sides.left), run);
  std::vector<SidedCore> cores;
  cores.reserve(corners.size());
  for (const detail::CoreCorner& corner : corners) {
    const Vertex before = corner.side == 0 ? 0 : sides.left;
    cores.push_back({before + corner.vertex, corner.alpha, corner.beta});
  }
  return cores;
}

}  // namespace lode
