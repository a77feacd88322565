#pragma once

#include <cstdint>
#include <vector>

#include "graph/names.hpp"
#include "ranks/ranks.hpp"
#include "read/read_shards.hpp"

namespace lode::cluster {

/// The vertices of the whole graph, numbered by increasing id or bytes of their labels, and the range of this
/// rank. Ranges have about equal numbers of arcs.
struct Numbering {
  std::vector<std::uint64_t> first;  ///< number of the first vertex of every rank, and of all vertices
  Names names;                       ///< names of this rank's vertices, increasing
  std::vector<std::uint64_t> arcs;   ///< arcs at each of these vertices, with repetitions
  std::vector<std::uint64_t> number_of_local;  ///< vertex number by local number of the edges
};

/// The numbering is equal for any number of ranks. Consumes the names of `edges`. Collective.
///
/// Method:  every rank sorts its names and sends each to the owner of its range, which answers with its
///          number. Samples of all ranks define the ranges; samples of labels are their first 256 bytes.
/// Memory:  a rank's names twice and about 24 bytes per name, and the same again for the names of its range.
/// Traffic: a name (8 bytes, or a label's and 4 more) and 16 bytes, for every rank that has the name.
Numbering number_vertices(LocalEdges& edges, const Ranks& ranks);

}  // namespace lode::cluster
