#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>

namespace lode::detail {

/// A list for each side of a graph: [0] is for the left side, [1] for the right one.
template <class Item>
using BothSides = std::array<std::vector<Item>, 2>;
/// Vertices of both sides, increasing; each side is numbered from 0.
using SidePair = BothSides<Vertex>;

/// The rows of a graph all of whose edges cross between two sides. Each side numbers its vertices from 0.
struct SideRows {
  BothSides<ArcIndex> offsets = {};  ///< of each side: one more than its vertices
  BothSides<Vertex> ends = {};       ///< vertices of the other side, increasing in each row
  BothSides<Vertex> names = {};      ///< of a part: the vertices of the whole graph

  Vertex size(std::size_t side) const { return static_cast<Vertex>(offsets[side].size() - 1); }
  std::span<const Vertex> row(std::size_t side, Vertex v) const {
    return std::span(ends[side]).subspan(offsets[side][v], offsets[side][v + 1] - offsets[side][v]);
  }
  Vertex degree(std::size_t side, Vertex v) const {
    return static_cast<Vertex>(offsets[side][v + 1] - offsets[side][v]);
  }
  EdgeCount edges() const { return ends[0].size(); }
  Vertex name(std::size_t side, Vertex v) const { return names[side].empty() ? v : names[side][v]; }
  /// The vertices by their numbers in the whole graph.
  SidePair named(const SidePair& pair) const;
  /// The graph with its sides exchanged.
  SideRows exchanged() const { return {{offsets[1], offsets[0]}, {ends[1], ends[0]}, {names[1], names[0]}}; }
};

/// The rows of a graph whose first `left` vertices are the left side. Every edge crosses. Cost: O(n + m).
SideRows side_rows(const Graph& graph, Vertex left);

/// The part of the rows between chosen vertices, which are renumbered in increasing order. `numbers` has one
/// entry for each vertex, all no_vertex, or none yet; with shared `numbers`, a call costs the kept rows.
/// Cost: O(degrees of the chosen vertices), and O(n) with numbers that are empty.
SideRows part_of(const SideRows& rows, const SidePair& kept, BothSides<Vertex>& numbers);

/// Removes left vertices with fewer than least[0] neighbours and right vertices with fewer than least[1], one
/// after the other, while there are any. Returns when each vertex was removed, from 1 on; 0: it stays.
/// Cost: O(n + m).
BothSides<Vertex> removal_times(const SideRows& rows, const std::array<std::uint64_t, 2>& least);
/// The largest part in which left vertices have least[0] neighbours, and right ones least[1].
SideRows core_of(const SideRows& rows, const std::array<std::uint64_t, 2>& least);

/// The graph with the left vertices first. `fail(problem, remedy)` throws. Cost: O(n + m).
SidedGraph sided(const Graph& graph, const std::vector<Vertex>& left,
                 const std::function<void(const std::string&, const char*)>& fail);

}  // namespace lode::detail
