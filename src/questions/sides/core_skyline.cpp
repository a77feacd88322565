#include <algorithm>
#include <functional>
#include <tuple>

#include <lode/questions/sides.hpp>

#include "graph/cores/falling_keys.hpp"
#include "graph/sides/side_rows.hpp"

namespace lode {
namespace {

using detail::SideRows;

/// For one alpha, the largest beta of every vertex: 0 if it is in no (alpha, beta)-core.
struct Levels {
  detail::BothSides<Vertex> of;
  Vertex largest = 0;
};

/// Side `first` needs `alpha` neighbours all the time; what side 1 - first needs grows.
Levels peel(const SideRows& rows, std::size_t first, Vertex alpha) {
  const std::size_t second = 1 - first;
  Levels levels;
  for (std::size_t side = 0; side < 2; ++side) levels.of[side].assign(rows.size(side), 0);
  Vertex most = 0;
  for (Vertex w = 0; w < rows.size(second); ++w) most = std::max(most, rows.degree(second, w));
  detail::FallingKeys keys(rows.size(second), most, [&](Vertex w) { return rows.degree(second, w); });
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

}  // namespace

/// One peel for each alpha, and one for each beta, up to the largest d for which there is a (d, d)-core:
/// every core has alpha <= d or beta <= d.
std::vector<SidedCore> sided_cores(const SidedGraph& sides, const RunContext& run) {
  const SideRows rows = detail::side_rows(sides.graph, sides.left);
  std::vector<SidedCore> all;  // some are below other corners
  for (Vertex level = 1, reach = 1; reach >= level; ++level) {
    reach = 0;
    for (std::size_t first = 0; first < 2; ++first) {
      if (run.should_stop()) return {};
      const Levels levels = peel(rows, first, level);
      reach = std::max(reach, levels.largest);
      for (std::size_t side = 0; side < 2; ++side) {
        for (Vertex v = 0; v < levels.of[side].size(); ++v) {
          const Vertex other = levels.of[side][v];
          if (other == 0) continue;
          all.push_back(
              {side == 0 ? v : sides.left + v, first == 0 ? level : other, first == 0 ? other : level});
        }
      }
    }
  }
  const auto key = [](const SidedCore& c) { return std::tuple(c.vertex, c.alpha, c.beta); };
  std::ranges::sort(all, std::greater<>(), key);
  std::vector<SidedCore> corners;
  for (const SidedCore& c : all) {
    if (corners.empty() || corners.back().vertex != c.vertex || c.beta > corners.back().beta)
      corners.push_back(c);
  }
  std::ranges::reverse(corners);
  return corners;
}

}  // namespace lode
