#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/io/read_graph.hpp>

#include "ranks/ranks.hpp"

namespace lode::cluster {

/// What kind of input a file is.
enum class ShardKind : std::uint64_t {
  empty,  ///< nothing at all
  text,   ///< an edge list, plain or compressed
  graph   ///< another format that lode reads
};

struct ShardFacts {
  std::uint64_t bytes = 0;
  ShardKind kind = ShardKind::empty;
};

struct ShardFile : ShardFacts {
  std::string path;
};

/// A file or, of a plain edge list, the lines that begin in bytes [begin, end).
struct ReadTask {
  std::uint64_t file = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t rank = 0;  ///< who reads it
  bool whole = true;
};

/// Who reads what. The same on every rank.
struct ReadPlan {
  std::vector<ShardFile> files;  ///< in the order given
  std::vector<ReadTask> tasks;   ///< by file and place: the order of errors
};

/// Looks at all files from rank 0 and shares them out: plain edge lists in ranges of `range_bytes` (0: a
/// quarter of a rank's share, 4 MiB at least), the largest first to whom has least so far.
///
/// Errors: SharedFailure for a file that is missing, is no regular file, or has a format lode does not read.
ReadPlan plan_reading(const std::vector<std::string>& paths, const ReadOptions& options,
                      std::uint64_t range_bytes, const Ranks& ranks);

}  // namespace lode::cluster
