#include "graph/sides/core_skyline.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lode::detail {
namespace skylines {

/// For one alpha, the largest beta of every vertex: 0 if it is in no (alpha, beta)-core.
struct Levels {
  std::array<std::vector<Vertex>, 2> of;
  Vertex largest = 0;
};

/// Side `first` needs `alpha` neighbours all the time; what side 1 - first needs grows.
Levels peel(const SideRows& rows, int first, Vertex alpha) {
  const auto a = static_cast<std::size_t>(first);
  const int second = 1 - first;
  Levels levels;
  std::array<std::vector<Vertex>, 2> degree;
  std::array<std::vector<char>, 2> gone;
  Vertex most = 0;
  for (int side = 0; side < 2; ++side) {
    const auto i = static_cast<std::size_t>(side);
    levels.of[i].assign(rows.size(side), 0);
    gone[i].assign(rows.size(side), 0);
    for (Vertex v = 0; v < rows.size(side); ++v) degree[i].push_back(rows.degree(side, v));
  }
  for (const Vertex d : degree[1 - a]) most = std::max(most, d);
  std::vector<std::vector<Vertex>> bucket(std::size_t{most} + 1);  // of the second side, by degree
  std::vector<Vertex> leaving;                                     // of the first side
  const auto drop_first = [&](Vertex level) {
    while (!leaving.empty()) {
      const Vertex u = leaving.back();
      leaving.pop_back();
      levels.of[a][u] = level;
      for (const Vertex w : rows.row(first, u)) {
        if (!gone[1 - a][w]) bucket[std::max(--degree[1 - a][w], level)].push_back(w);
      }
    }
  };
  const auto lose = [&](Vertex u) {
    if (gone[a][u]) return;
    gone[a][u] = 1;
    leaving.push_back(u);
  };
  for (Vertex w = 0; w < degree[1 - a].size(); ++w) bucket[degree[1 - a][w]].push_back(w);
  for (Vertex u = 0; u < degree[a].size(); ++u) {
    if (degree[a][u] < alpha) lose(u);
  }
  drop_first(0);
  for (Vertex beta = 0; beta <= most; ++beta) {
    // Vertices of at most beta neighbours are in no core of beta + 1. More may join them on the way.
    for (std::size_t i = 0; i < bucket[beta].size(); ++i) {
      const Vertex w = bucket[beta][i];
      if (gone[1 - a][w]) continue;
      gone[1 - a][w] = 1;
      levels.of[1 - a][w] = beta;
      levels.largest = beta;
      for (const Vertex u : rows.row(second, w)) {
        if (!gone[a][u] && --degree[a][u] < alpha) lose(u);
      }
      drop_first(beta);
    }
  }
  return levels;
}

}  // namespace skylines

std::vector<CoreCorner> core_corners(const SideRows& rows, const RunContext& run) {
  // Vertices by their pairs (alpha, beta), of which some lie below others.
  std::array<std::vector<std::vector<std::pair<Vertex, Vertex>>>, 2> pairs;
  for (int side = 0; side < 2; ++side) pairs[static_cast<std::size_t>(side)].resize(rows.size(side));
  for (Vertex level = 1;; ++level) {
    Vertex reach = 0;
    for (int first = 0; first < 2; ++first) {
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
  for (int side = 0; side < 2; ++side) {
    for (Vertex v = 0; v < rows.size(side); ++v) {
      auto& list = pairs[static_cast<std::size_t>(side)][v];
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
