#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/io/read_graph.hpp>

#include "io/edge_list/edge_lines.hpp"

namespace lode::detail {

/// How an edge list is laid out.
struct EdgeLayout {
  EdgeLineRules rules;
  bool header_row = false;         ///< the first line of data names the columns
  std::vector<std::string> notes;  ///< guesses, for the input report
};

/// The first lines of an edge list.
struct LayoutSample {
  std::string_view text;
  bool whole = false;  ///< the sample is the whole text; else its last line may be cut off
  std::uint64_t lines_before = 0;
  bool one_of_several = false;  ///< words of the first line that do not come again may be ids of other texts
};

/// Decides what `options` leave open, by the rules of ReadOptions; nothing if no whole line of the sample
/// holds data.
///
/// Cost:   O(fields log fields) of at most 1000 lines.
/// Errors: InputError if the lines look like an adjacency list or a matrix and no columns are named, if a
///         named column does not exist, or if a header row does not tell which columns are meant;
///         InvalidArgument for columns that cannot go together.
std::optional<EdgeLayout> edge_layout(const LayoutSample& sample, const std::string& display_name,
                                      const ReadOptions& options);

}  // namespace lode::detail
