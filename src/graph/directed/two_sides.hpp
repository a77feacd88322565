#pragma once

#include <cstdint>
#include <vector>

#include <lode/graph/arcs.hpp>

namespace lode::detail {

/// A directed graph, or a part of it, as a bipartite graph: sources on the left, targets on the right. A
/// vertex may stand on both sides. Sides are numbered by themselves, in the order of the vertices.
struct TwoSides {
  std::vector<Vertex> left, right;  ///< the vertices of the directed graph
  std::vector<ArcIndex> out_begin;  ///< one more than there are left vertices
  std::vector<Vertex> heads;        ///< right ends of the arcs, by left end, increasing
  std::vector<ArcIndex> in_begin;
  std::vector<Vertex> tails;  ///< left ends, by right end

  std::size_t num_arcs() const { return heads.size(); }
  bool empty() const { return heads.empty(); }
  std::uint64_t out_degree(std::size_t u) const { return out_begin[u + 1] - out_begin[u]; }
  std::uint64_t in_degree(std::size_t v) const { return in_begin[v + 1] - in_begin[v]; }
};

/// When vertices were taken away, from 1; 0: they stay.
struct RemovalTimes {
  std::vector<std::uint32_t> left, right;
};

/// All arcs; without vertices that have no arc on their side.
TwoSides all_sides(const Arcs& arcs);

/// Takes away left vertices with at most x arcs and right vertices with at most y, while there are any.
/// Cost: O(n + m).
RemovalTimes peel(const TwoSides& sides, std::uint64_t x, std::uint64_t y);

/// What `peel` leaves: the largest part in which every left vertex has more than x arcs and every right one
/// more than y, the [x+1, y+1]-core.
TwoSides core_above(const TwoSides& sides, std::uint64_t x, std::uint64_t y);

}  // namespace lode::detail
