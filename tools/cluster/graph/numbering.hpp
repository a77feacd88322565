#pragma once

#include <cstdint>
#include <vector>

#include "ranks/ranks.hpp"
#include "read/read_shards.hpp"

namespace lode::cluster {

/// The vertices of the whole graph, numbered by increasing id, and the range of this rank. Ranges have about
/// equal numbers of arcs.
struct Numbering {
  std::vector<std::uint64_t> first;  ///< number of the first vertex of every rank, and of all vertices
  std::vector<std::uint64_t> ids;    ///< ids of this rank's vertices, increasing
  std::vector<std::uint64_t> arcs;   ///< arcs at each of these vertices, with repetitions
  std::vector<std::uint64_t> number_of_local;  ///< vertex number by local number of the edges
};

/// The numbering is equal for any number of ranks. Consumes the ids of `edges`. Collective.
///
/// Method:  every rank sorts its ids and sends each to the owner of its range, which answers with its number.
/// Samples
///          of all ranks define the ranges.
/// Memory:  a rank's ids twice and about 24 bytes per id, and the same again for the ids of its range.
/// Traffic: 24 bytes per id, for every rank that has the id.
Numbering number_vertices(LocalEdges& edges, const Ranks& ranks);

}  // namespace lode::cluster
