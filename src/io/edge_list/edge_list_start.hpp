#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <lode/io/read_graph.hpp>

#include "io/edge_list/edge_layout.hpp"
#include "io/edge_list/edge_lines.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/text/line_blocks.hpp"

namespace lode::detail {

/// The first line that holds data, unless it is a header row. It may be an edge or a header "n m"; which of
/// them is known only at the end of the text.
struct FirstLine {
  std::uint64_t line = 0;  ///< from 1
  EdgeLine parsed;         ///< nothing if it is a header row
  std::optional<LineProblem> problem;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> counts;  ///< n and m
  LineProblem weight_problem;               ///< raised if it turns out to be an edge without its weight
  std::unique_ptr<const std::string> text;  ///< owns the fields of `parsed`
};

/// The beginning of an edge list, up to and including its first line of data.
struct EdgeListStart {
  EdgeLayout layout;               ///< known with the first line
  std::optional<FirstLine> first;  ///< nothing if no line holds data
  std::uint64_t lines = 0;         ///< so far, comments and blanks included
  std::uint64_t comment_lines = 0;
};

/// Reads it; `block` then holds what comes next, from byte `begin` on, and `reader` what comes after that.
/// Errors: those of edge_layout.
EdgeListStart read_edge_list_start(CompressedInput& input, LineBlockReader& reader,
                                   const ReadOptions& options, LineBlock& block, std::size_t& begin);

/// Whether the first line is a header "n m": m is the number of the other lines of data, n no smaller than
/// any id in them.
bool is_counts_header(const FirstLine& first, std::uint64_t other_lines, std::uint64_t largest_id);

/// What is wrong with a line of which only the beginning is known.
LineProblem overlong_line(std::string_view text);

}  // namespace lode::detail
