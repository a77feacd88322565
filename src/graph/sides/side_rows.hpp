#pragma once

#include <array>
#include <span>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

namespace lode::detail {

/// The two sides of a graph. Side 0 is the left one, side 1 the right one.
inline constexpr int left_side = 0;
inline constexpr int right_side = 1;

/// The rows of a graph all of whose edges cross between two sides. Each side numbers its vertices from 0.
struct SideRows {
  std::array<std::vector<ArcIndex>, 2> offsets = {};  ///< of each side: one more than its vertices
  std::array<std::vector<Vertex>, 2> ends = {};       ///< vertices of the other side, increasing in each row

  Vertex size(int side) const {
    return static_cast<Vertex>(offsets[static_cast<std::size_t>(side)].size() - 1);
  }
  std::span<const Vertex> row(int side, Vertex v) const {
    const auto s = static_cast<std::size_t>(side);
    return std::span(ends[s]).subspan(offsets[s][v], offsets[s][v + 1] - offsets[s][v]);
  }
  Vertex degree(int side, Vertex v) const { return static_cast<Vertex>(row(side, v).size()); }
  EdgeCount edges() const { return ends[0].size(); }

  /// The same graph with its sides exchanged.
  SideRows exchanged() const { return {{offsets[1], offsets[0]}, {ends[1], ends[0]}}; }
};

/// The rows of a graph whose first `left` vertices are the left side. Every edge crosses. Cost: O(n + m).
SideRows side_rows(const Graph& graph, Vertex left);

/// The numbers of vertices in a part. Many parts of one graph share them, so that a part costs what it keeps.
using PartNumbers = std::array<std::vector<Vertex>, 2>;

/// The part of the rows between chosen vertices, which are renumbered in increasing order.
/// Cost: O(degrees of the chosen vertices), and O(n) with numbers that are empty.
SideRows part_of(const SideRows& rows, const std::array<std::vector<Vertex>, 2>& kept, PartNumbers& numbers);

/// Vertices of both sides, each side numbered from 0, increasing.
using SidePair = std::array<VertexSet, 2>;

}  // namespace lode::detail
