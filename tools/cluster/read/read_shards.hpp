#pragma once

#include <cstdint>
#include <vector>

#include "core/page_buffer.hpp"
#include "ranks/ranks.hpp"
#include "read/read_plan.hpp"

namespace lode::cluster {

/// Counts of the input, of this rank or of all ranks.
struct ReadCounts {
  std::uint64_t lines = 0;
  std::uint64_t comment_lines = 0;
  std::uint64_t edge_lines = 0;
  std::uint64_t bad_lines = 0;  ///< lines skipped, with --lenient
  std::uint64_t self_loops = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t reciprocal = 0;
  std::uint64_t bytes = 0;    ///< bytes of text after decompression
  std::uint64_t headers = 0;  ///< first lines "n m" or with column names
};

/// The edges read by one rank: ordered pairs of ids, numbered in the order of first occurrence.
struct LocalEdges {
  std::vector<std::uint64_t> ids;                         ///< ids by local number
  std::vector<detail::PageBuffer<std::uint32_t>> chunks;  ///< u0 v0 u1 v1 ..., by local number; no loops
  ReadCounts counts;                                      ///< counts of this rank
};

/// Reads this rank's part of the plan by lode's readers. Collective.
///
/// Memory: 8 bytes per line, and 8 (ids beyond 32 bits: 20) more during reading; about 50 per distinct id.
/// Errors: SharedFailure for the first bad line in the order of the files, with file and line.
LocalEdges read_shards(const ReadPlan& plan, const ReadOptions& options, const Ranks& ranks);

}  // namespace lode::cluster
