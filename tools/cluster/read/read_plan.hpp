#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/io/read_graph.hpp>

#include "ranks/ranks.hpp"

namespace lode::cluster {

struct ShardFile {
  std::string path;
  std::uint64_t bytes = 0;  ///< 0: an empty file
};

/// A file, or the lines of a plain edge list that begin in bytes [begin, end).
struct ReadTask {
  std::uint64_t file = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t rank = 0;  ///< the rank that reads it
  bool whole = true;
};

/// The division of the input among ranks, equal on every rank.
struct ReadPlan {
  std::vector<ShardFile> files;  ///< in the order given
  std::vector<ReadTask> tasks;   ///< by file and position: the order of errors
};

/// Inspects all files on rank 0 and divides them: plain edge lists in ranges of `range_bytes` (0: a quarter
/// of a rank's share, 4 MiB at least), the largest range first to the rank with the least data.
///
/// Errors: SharedFailure for a file that is missing or not regular, or has a format that lode does not read.
ReadPlan plan_reading(const std::vector<std::string>& paths, const ReadOptions& options,
                      std::uint64_t range_bytes, const Ranks& ranks);

}  // namespace lode::cluster
