#pragma once

#include <cstdint>
#include <vector>

#include "core/page_buffer.hpp"
#include "graph/numbering.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

/// The rows of one rank's vertices.
///
/// A column below own() is a vertex of this rank, by position; other columns are ghosts, vertices of other
/// ranks, by position in `ghosts`.
struct Rows {
  std::uint64_t vertices = 0;          ///< vertices of the whole graph
  std::uint64_t edges = 0;             ///< edges of the whole graph
  std::vector<std::uint64_t> first;    ///< as in Numbering
  std::uint64_t begin = 0;             ///< number of this rank's first vertex
  std::vector<std::uint64_t> ids;      ///< ids of this rank's vertices
  std::vector<std::uint64_t> offsets;  ///< one more than this rank's vertices
  detail::PageBuffer<std::uint32_t> columns;
  std::vector<std::uint64_t> ghosts;  ///< numbers of ghosts, increasing

  std::uint64_t own() const { return ids.size(); }
  std::uint64_t arcs() const { return offsets.back(); }
  std::uint64_t number(std::uint32_t column) const {
    return column < own() ? begin + column : ghosts[column - own()];
  }
  std::uint64_t degree(std::size_t v) const { return offsets[v + 1] - offsets[v]; }
  /// Calls visit(column) for the neighbours of v.
  template <class Visit>
  void for_each(std::size_t v, const Visit& visit) const {
    for (std::uint64_t at = offsets[v]; at < offsets[v + 1]; ++at) visit(columns[at]);
  }
};

/// Sends every edge to the rows of its ends, and merges repetitions, which are counted in `report` with the
/// vertices and edges. Collective.
///
/// Memory: 16 bytes per line in the rows of this rank, 8 per line still to be sent, and buffers of some MB;
///         half of the 16 bytes are released at the end.
/// Traffic: 24 bytes per line, except for lines that stay on their rank.
Rows assemble_rows(LocalEdges edges, Numbering numbering, const Ranks& ranks, InputReport& report);

}  // namespace lode::cluster
