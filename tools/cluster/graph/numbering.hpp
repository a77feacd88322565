#pragma once

#include <cstdint>
#include <vector>

#include "graph/names.hpp"
#include "ranks/ranks.hpp"
#include "read/read_shards.hpp"

namespace lode::cluster {

/// The vertices of the whole graph, numbered by increasing id or by the increasing bytes of their labels, and
/// what this rank has of them: a range of numbers, such that all ranks have about the same number of arcs.
struct Numbering {
  std::vector<std::uint64_t> first;  ///< number of the first vertex of every rank, and of all vertices
  Names names;                       ///< of this rank's vertices, increasing
  std::vector<std::uint64_t> arcs;   ///< at each of them, repetitions included
  std::vector<std::uint64_t> number_of_local;  ///< number by local number of the edges that were read
};

/// The numbering is the same for any number of ranks; takes the names of `edges`. Together.
///
/// Method:  every rank sorts its names and sends each to the owner of its range, which answers with its
///          number. Samples of all ranks cut the ranges; of a label they keep the first 256 bytes.
/// Memory:  a rank's names twice, some 24 bytes each more; the same of those it owns.
/// Traffic: a name (8 bytes, or a label's and 4 more) and 16 bytes, for every rank that met it.
Numbering number_vertices(LocalEdges& edges, const Ranks& ranks);

}  // namespace lode::cluster
