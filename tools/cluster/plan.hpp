#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/io/read_graph.hpp>

#include "ranks.hpp"

namespace lode::cluster {

/// A stretch of a file that one rank reads: whole lines.
struct FilePart {
  std::uint32_t file = 0;
  std::uint64_t begin = 0;  ///< bytes
  std::uint64_t end = 0;
  bool whole = true;  ///< the file is not cut
};

/// One of the files that make up the input.
struct InputFile {
  std::string path;
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  ///< nanoseconds since 1970
};

/// Who reads what.
struct ReadPlan {
  std::vector<InputFile> files;
  std::vector<FilePart> parts;  ///< by file and place; part i is for rank i % ranks
};

/// Files above this size, of plain text with one edge per line, are cut into a part per rank.
inline constexpr std::uint64_t cut_from = std::uint64_t{1} << 20;

/// Looks at every file, on rank 0, and tells all ranks. Files of 0 bytes hold nothing.
/// Errors: AgreedFailure with what CompressedInput and `detect` throw.
ReadPlan make_plan(Ranks& ranks, const std::vector<std::string>& paths, const ReadOptions& options);

}  // namespace lode::cluster
