#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <lode/io/read_graph.hpp>

#include "plan.hpp"
#include "share.hpp"

namespace lode::cluster {

/// The first line of data of an edge list, until it is known whether it is an edge.
struct PendingLine {
  std::uint64_t line = 0;  ///< from 1
  std::uint64_t n = 0, m = 0;
  bool counts = false;  ///< it can be a header "n m"
  std::uint64_t u = 0, v = 0;
  std::string problem;  ///< why it is no edge; empty if it is one
  std::string remedy;
  std::uint64_t column = 0;
};

/// What one part of a file held. Lines count from the beginning of the part.
struct PartReport {
  std::uint64_t lines = 0;
  std::uint64_t comment_lines = 0;
  std::uint64_t edge_lines = 0;  ///< without the first line of data
  std::uint64_t largest_id = 0;
  std::uint64_t bytes = 0;
  int ignored_columns = 0;
  bool header_row = false;
  std::optional<PendingLine> first;  ///< unless it is a header row
  // The first problem; reading ended there. Code 0: none.
  int code = 0;
  bool of_line = false;  ///< a problem of a line of the file, else `problem` is all there is to say
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  std::string problem;
  std::string remedy;
};

/// Reads a part by the rules of lode's reader, into `share`, on the calling thread. Files of other formats
/// are read whole: their edges come once each, and their vertices with them.
/// Errors are in the report.
PartReport read_part(const InputFile& file, const FilePart& part, const ReadOptions& options, Share& share);

}  // namespace lode::cluster
