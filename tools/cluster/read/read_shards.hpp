#pragma once

#include <cstdint>
#include <vector>

#include "core/page_buffer.hpp"
#include "graph/names.hpp"
#include "ranks/ranks.hpp"
#include "read/read_plan.hpp"

namespace lode::cluster {

/// What was read, summed over all ranks where it says so.
struct ReadCounts {
  std::uint64_t lines = 0;
  std::uint64_t comment_lines = 0;
  std::uint64_t edge_lines = 0;  ///< of graph files: edges
  std::uint64_t bad_lines = 0;   ///< skipped, with --lenient
  std::uint64_t self_loops = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t reciprocal = 0;
  std::uint64_t bytes = 0;    ///< of text, after decompression
  std::uint64_t headers = 0;  ///< first lines "n m" or of column names
};

/// The edges one rank has read: ordered pairs of ids or labels, numbered in the order in which this rank met
/// them.
struct LocalEdges {
  Names names;                                            ///< by local number
  std::vector<detail::PageBuffer<std::uint32_t>> chunks;  ///< u0 v0 u1 v1 ..., by local number; no loops
  ReadCounts counts;                                      ///< of this rank
};

/// Reads what the plan gives this rank, by lode's own readers. Together.
///
/// Memory: 8 bytes per line, and 8 (ids beyond 32 bits: 20) more while a rank reads, with labels 6 and their
///         bytes per line of one file or range; some 50 per different id, 30 and its bytes per different
///         label.
/// Errors: SharedFailure of the first bad line in the order of the files, with file and line; for the first
///         file with labels among files with ids, and the other way round.
LocalEdges read_shards(const ReadPlan& plan, const ReadOptions& options, const Ranks& ranks);

}  // namespace lode::cluster
