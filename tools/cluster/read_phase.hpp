#pragma once

#include <cstdint>

#include <lode/io/read_graph.hpp>

#include "plan.hpp"
#include "ranks.hpp"
#include "share.hpp"

namespace lode::cluster {

/// What was in the files together.
struct InputCounts {
  std::uint64_t lines = 0;
  std::uint64_t comment_lines = 0;
  std::uint64_t edge_lines = 0;
  std::uint64_t self_loops_dropped = 0;
  std::uint64_t duplicates_merged = 0;  ///< known when rows are built, as the next
  std::uint64_t reciprocal_merged = 0;
  std::uint64_t bytes = 0;  ///< of text, after decompression
};

/// Reads the parts that are for this rank.
///
/// Errors: AgreedFailure; of several problems the first in the first file that has any, wherever it was cut.
void read_files(Ranks& ranks, const ReadPlan& plan, const ReadOptions& options, Share& share,
                InputCounts& counts);

}  // namespace lode::cluster
