#pragma once

#include <cstdint>
#include <vector>

#include "ranks/ranks.hpp"
#include "read/read_shards.hpp"

namespace lode::cluster {

/// The vertices of the whole graph, numbered by increasing id, and what this rank has of them: a range of
/// numbers, such that all ranks have about the same number of arcs.
struct Numbering {
  std::uint64_t vertices = 0;                  ///< of all ranks
  std::vector<std::uint64_t> first;            ///< number of the first vertex of every rank, and `vertices`
  std::vector<std::uint64_t> ids;              ///< of this rank's vertices, increasing
  std::vector<std::uint64_t> arcs;             ///< at each of them, repetitions included
  std::vector<std::uint64_t> number_of_local;  ///< number by local number of the edges that were read
};

/// Together. Ids go to their owners once, from every rank that met them; 16 bytes each, 8 back.
Numbering number_vertices(const LocalEdges& edges, const Ranks& ranks);

}  // namespace lode::cluster
