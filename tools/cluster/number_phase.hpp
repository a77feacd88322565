#pragma once

#include <cstdint>
#include <vector>

#include "ranks.hpp"
#include "share.hpp"

namespace lode::cluster {

/// Where a vertex lives: its rank, and its place among that rank's own.
struct Place {
  std::uint32_t rank = 0;
  std::uint32_t own = 0;
};

/// The vertices of the whole graph, numbered by increasing id, in stretches: one per rank.
struct Numbering {
  std::vector<std::uint64_t> first;  ///< number of every rank's first vertex; at the end, of all vertices
  std::vector<std::uint64_t> ids;    ///< of the own vertices, increasing
  std::vector<std::uint64_t> ends;   ///< ends of pairs at the own vertices, repetitions included
  std::vector<Place> places;         ///< of the ids of the share, by their numbers there

  std::uint64_t vertices() const { return first.back(); }
};

/// Numbers the ids of all shares. Stretches get about the same number of ends: splitters are chosen from a
/// sample of every rank's ids, each standing for as many ends as lie between it and the next.
///
/// Cost:   O(d log d) for d different ids of a rank; 16 bytes each on the way, and 24 to keep.
/// Errors: AgreedFailure, also if a rank would own 2^31 vertices.
/// Source: sorting by splitters from samples: W. D. Frazer, A. C. McKellar, J. ACM 17 (1970) 496-507.
Numbering number_vertices(Ranks& ranks, Share& share);

}  // namespace lode::cluster
