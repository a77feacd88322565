#pragma once

#include <optional>
#include <span>

#include <lode/io/read_graph.hpp>

#include "io/edge_list/layout_shapes.hpp"

namespace lode::detail {

struct LikelySeparator {
  char separator = '\0';
  std::optional<char> rival = {};  ///< as likely
};

/// The separator that the lines show. Without labels, what makes ids of the ends in most lines. With labels,
/// a mark (tab, semicolon, bar, comma) that splits at least half of the lines, best all of them alike, and
/// only else blanks. Where several split all lines alike, or blanks do and a mark half of them, the one that
/// makes more names recur in both columns of ends; if that does not tell, a mark before blanks, but a comma
/// and blanks are rivals. The lines are left split by any of those tried.
///
/// Cost: O(fields).
LikelySeparator likely_separator(std::span<SampleLine> lines, const ReadOptions& options);

/// The character of a separator; `automatic` has none.
char separator_mark(FieldSeparator separator);
FieldSeparator separator_of(char mark);

}  // namespace lode::detail
