#pragma once

#include <cstdint>
#include <vector>

#include "core/page_buffer.hpp"
#include "ranks/ranks.hpp"
#include "read/read_plan.hpp"

namespace lode::cluster {

/// The edges read by one rank: ordered pairs of ids, numbered in the order of first occurrence.
struct LocalEdges {
  std::vector<std::uint64_t> ids;                         ///< ids by local number
  std::vector<detail::PageBuffer<std::uint32_t>> chunks;  ///< u0 v0 u1 v1 ..., by local number; no loops
  InputReport report;                                     ///< counts of this rank's lines
};

/// Reads this rank's part of the plan by lode's readers. Collective.
///
/// Memory: 8 bytes per line, and 8 (ids beyond 32 bits: 20) more during reading; about 50 per distinct id.
/// Errors: SharedFailure for the first bad line in the order of the files, with file and line.
LocalEdges read_shards(const ReadPlan& plan, const ReadOptions& options, const Ranks& ranks);

}  // namespace lode::cluster
