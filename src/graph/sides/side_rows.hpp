#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

namespace lode::detail {

/// A list for each side of a graph: [0] is for the left side, [1] for the right one.
template <class Item>
using BothSides = std::array<std::vector<Item>, 2>;
/// Vertices of both sides, increasing; each side is numbered from 0.
using SidePair = BothSides<Vertex>;

/// A pair of sets with the number of edges between them.
struct CountedPair {
  SidePair sides;
  EdgeCount edges = 0;
};

/// The rows of a graph all of whose edges cross between two sides. Each side numbers its vertices from 0.
struct SideRows {
  BothSides<ArcIndex> offsets = {};  ///< of each side: one more than its vertices
  BothSides<Vertex> ends = {};       ///< vertices of the other side, increasing in each row
  BothSides<Vertex> names = {};      ///< of a part: the vertices of the graph that it is a part of

  Vertex size(std::size_t side) const { return static_cast<Vertex>(offsets[side].size() - 1); }
  std::span<const Vertex> row(std::size_t side, Vertex v) const {
    return std::span(ends[side]).subspan(offsets[side][v], offsets[side][v + 1] - offsets[side][v]);
  }
  Vertex degree(std::size_t side, Vertex v) const {
    return static_cast<Vertex>(offsets[side][v + 1] - offsets[side][v]);
  }
  EdgeCount edges() const { return ends[0].size(); }
  Vertex name(std::size_t side, Vertex v) const { return names[side].empty() ? v : names[side][v]; }
  /// The same vertices in the numbers of the graph that this is a part of.
  SidePair named(const SidePair& pair) const;
  /// The same graph with its sides exchanged.
  SideRows exchanged() const { return {{offsets[1], offsets[0]}, {ends[1], ends[0]}, {names[1], names[0]}}; }
};

/// The rows of a graph whose first `left` vertices are the left side. Every edge crosses. Cost: O(n + m).
SideRows side_rows(const Graph& graph, Vertex left);

/// The part of the rows between chosen vertices, which are renumbered in increasing order. `numbers` has one
/// entry for each vertex, all no_vertex, or none yet; calls that share it cost what they keep.
/// Cost: O(degrees of the chosen vertices), and O(n) with numbers that are empty.
SideRows part_of(const SideRows& rows, const SidePair& kept, BothSides<Vertex>& numbers);

/// Removes left vertices with fewer than least[0] neighbours and right vertices with fewer than least[1], one
/// after the other, while there are any. Returns when each vertex was removed, from 1 on; 0: it stays.
/// Cost: O(n + m).
BothSides<Vertex> removal_times(const SideRows& rows, const std::array<std::uint64_t, 2>& least);
/// The largest part in which left vertices have least[0] neighbours, and right ones least[1].
SideRows core_of(const SideRows& rows, const std::array<std::uint64_t, 2>& least);

/// What degrees alone say of pairs of sets. A left vertex has at most min(degree, b) neighbours among b right
/// ones. So a left vertices have at most the sum of the a largest of these; and the same from the right.
class DegreeCaps {
 public:
  /// Cost: O(n log n).
  explicit DegreeCaps(const SideRows& rows) {
    for (std::size_t side = 0; side < 2; ++side) {
      for (Vertex v = 0; v < rows.size(side); ++v) degrees_[side].push_back(rows.degree(side, v));
      std::ranges::sort(degrees_[side], std::greater{});
      sums_[side].push_back(0);
      for (const Vertex degree : degrees_[side]) sums_[side].push_back(sums_[side].back() + degree);
    }
  }

  /// No a left and b right vertices have more edges between them. Cost: O(log n).
  EdgeCount edges(Vertex a, Vertex b) const { return std::min(from_side(0, a, b), from_side(1, b, a)); }

 private:
  /// The most edges of `count` vertices of a side, `others` at most for each.
  EdgeCount from_side(std::size_t side, Vertex count, Vertex others) const {
    const auto& degrees = degrees_[side];
    const auto below = std::ranges::partition_point(degrees, [&](Vertex degree) { return degree >= others; });
    const auto capped = std::min<std::size_t>(count, static_cast<std::size_t>(below - degrees.begin()));
    return EdgeCount{others} * capped + sums_[side][count] - sums_[side][capped];
  }

  BothSides<Vertex> degrees_;  ///< falling
  BothSides<EdgeCount> sums_;  ///< of the first ones
};

}  // namespace lode::detail
