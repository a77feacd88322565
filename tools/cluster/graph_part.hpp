#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/page_buffer.hpp"

namespace lode::cluster {

/// What one rank has of a simple graph: its own vertices, a stretch of the numbers, with their rows. Ends of
/// the rows that other ranks own are ghosts.
struct GraphPart {
  std::vector<std::uint64_t> first;  ///< number of every rank's first vertex; at the end, of all vertices
  std::uint64_t edges = 0;           ///< of the whole graph
  std::uint64_t max_degree = 0;      ///< of the whole graph
  int rank = 0;

  std::vector<std::uint64_t> ids;             ///< of the own vertices, increasing
  std::vector<std::uint64_t> offsets;         ///< of the own rows
  detail::PageBuffer<std::uint32_t> targets;  ///< an own vertex below own(), else own() + a ghost
  std::vector<std::uint64_t> ghosts;          ///< their numbers, increasing

  std::uint64_t vertices() const { return first.back(); }
  std::uint32_t own() const { return static_cast<std::uint32_t>(ids.size()); }
  std::uint64_t first_own() const { return first[static_cast<std::size_t>(rank)]; }
  std::uint32_t degree(std::uint32_t v) const {
    return static_cast<std::uint32_t>(offsets[v + 1] - offsets[v]);
  }
  /// Increasing by number.
  std::span<const std::uint32_t> row(std::uint32_t v) const {
    return {targets.data() + offsets[v], static_cast<std::size_t>(offsets[v + 1] - offsets[v])};
  }
  std::uint32_t owner_of(std::uint64_t number) const {
    return static_cast<std::uint32_t>(std::upper_bound(first.begin(), first.end(), number) - first.begin() -
                                      1);
  }
};

}  // namespace lode::cluster
