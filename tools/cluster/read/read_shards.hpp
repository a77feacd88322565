#pragma once

#include <cstdint>
#include <vector>

#include "core/page_buffer.hpp"
#include "graph/names.hpp"
#include "ranks/ranks.hpp"
#include "read/read_plan.hpp"

namespace lode::cluster {

/// Counts of the input, of this rank or of all ranks.
struct ReadCounts {
  std::uint64_t lines = 0;
  std::uint64_t comment_lines = 0;
  std::uint64_t edge_lines = 0;  ///< in graph files: edges
  std::uint64_t bad_lines = 0;   ///< lines skipped, with --lenient
  std::uint64_t self_loops = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t reciprocal = 0;
  std::uint64_t bytes = 0;    ///< bytes of text after decompression
  std::uint64_t headers = 0;  ///< first lines "n m" or with column names
};

/// The edges read by one rank: ordered pairs of ids or labels, numbered in the order of first occurrence.
struct LocalEdges {
  Names names;                                            ///< names by local number
  std::vector<detail::PageBuffer<std::uint32_t>> chunks;  ///< u0 v0 u1 v1 ..., by local number; no loops
  ReadCounts counts;                                      ///< counts of this rank
};

/// Reads this rank's part of the plan by lode's readers. Collective.
///
/// Memory: 8 bytes per line, and 8 (ids beyond 32 bits: 20) more during reading, for labels 6 and their bytes
///         per line of one file or range; about 50 per distinct id, 30 and its bytes per distinct label.
/// Errors: SharedFailure for the first bad line in the order of the files, with file and line; for the first
///         file with labels among files with ids, and vice versa.
LocalEdges read_shards(const ReadPlan& plan, const ReadOptions& options, const Ranks& ranks);

}  // namespace lode::cluster
