#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/types.hpp>

#include "questions/sides/pairs.hpp"

namespace lode::test {

/// A small graph with two sides as a matrix of bits: row u holds the right neighbours of u.
struct SmallSides {
  Vertex left = 0, right = 0;
  std::vector<std::uint32_t> rows;

  std::uint64_t edges(std::uint32_t s, std::uint32_t t) const {
    std::uint64_t count = 0;
    for (Vertex u = 0; u < left; ++u) {
      if (s >> u & 1) count += static_cast<std::uint64_t>(std::popcount(rows[u] & t));
    }
    return count;
  }
  /// Calls visit(|S|, |T|, edges) for every pair of sets that are not empty.
  template <class Visit>
  void for_each_pair(const Visit& visit) const {
    for (std::uint32_t s = 1; s < 1u << left; ++s) {
      for (std::uint32_t t = 1; t < 1u << right; ++t)
        visit(static_cast<Vertex>(std::popcount(s)), static_cast<Vertex>(std::popcount(t)), edges(s, t));
    }
  }
  /// most[a][b]: edges of the best a left and b right vertices.
  std::vector<std::vector<std::uint64_t>> most_edges() const {
    std::vector<std::vector<std::uint64_t>> most(left + 1, std::vector<std::uint64_t>(right + 1, 0));
    for_each_pair([&](Vertex a, Vertex b, std::uint64_t e) { most[a][b] = std::max(most[a][b], e); });
    return most;
  }
  detail::SideRows side_rows() const {
    detail::SideRows result;
    result.offsets = {std::vector<ArcIndex>{0}, std::vector<ArcIndex>{0}};
    for (Vertex u = 0; u < left; ++u) {
      for (Vertex v = 0; v < right; ++v) {
        if (rows[u] >> v & 1) result.ends[0].push_back(v);
      }
      result.offsets[0].push_back(result.ends[0].size());
    }
    for (Vertex v = 0; v < right; ++v) {
      for (Vertex u = 0; u < left; ++u) {
        if (rows[u] >> v & 1) result.ends[1].push_back(u);
      }
      result.offsets[1].push_back(result.ends[1].size());
    }
    return result;
  }
  std::uint64_t edges_of(const detail::SidePair& pair) const {
    std::uint32_t s = 0, t = 0;
    for (const Vertex u : pair[0]) s |= 1u << u;
    for (const Vertex v : pair[1]) t |= 1u << v;
    return edges(s, t);
  }
};

/// 1 to `most` - 1 vertices on each side, `most` in all at most, of any density: stars, isolated vertices and
/// complete graphs among them.
inline SmallSides random_sides(std::uint64_t seed, Vertex most) {
  Rng rng(seed, 991);
  SmallSides sides;
  sides.left = static_cast<Vertex>(1 + rng.below(most - 1));
  sides.right = static_cast<Vertex>(1 + rng.below(most - sides.left));
  const double density = std::array{0.15, 0.3, 0.5, 0.7, 0.9, 1.0}[rng.below(6)];
  for (Vertex u = 0; u < sides.left; ++u) {
    std::uint32_t row = 0;
    for (Vertex v = 0; v < sides.right; ++v) row |= std::uint32_t{rng.uniform() < density} << v;
    if (rng.below(12) == 0) row = 0;
    sides.rows.push_back(row);
  }
  return sides;
}

inline SidedGraph sided(const SmallSides& sides) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < sides.left; ++u) {
    for (Vertex v = 0; v < sides.right; ++v) {
      if (sides.rows[u] >> v & 1) edges.push_back({u, sides.left + v});
    }
  }
  return {Graph::from_edges(edges, sides.left + sides.right), sides.left};
}

}  // namespace lode::test
