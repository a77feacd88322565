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
  std::vector<std::string> notes;  ///< what was decided, for the input report
};

/// The first lines of an edge list.
struct LayoutSample {
  std::string_view text;
  bool whole = false;  ///< it is all of the text; else its last line may be cut off
  std::uint64_t lines_before = 0;
};

/// Decides what `options` leave open, as ReadOptions describes; nothing if no whole line of the sample is
/// known to hold data.
///
/// Errors: InputError if the lines look like an adjacency list or a matrix and no columns are named, if a
///         named column does not exist, or if a header row leaves open which columns are meant;
///         InvalidArgument for columns that cannot go together.
std::optional<EdgeLayout> edge_layout(const LayoutSample& sample, const std::string& display_name,
                                      const ReadOptions& options);

}  // namespace lode::detail
