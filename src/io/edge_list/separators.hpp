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

/// The separator that the lines show. Without labels, it is the one that makes ids of the ends in most lines.
/// With labels, it is a mark (tab, semicolon, bar, comma) that splits all lines into as many fields, else one
/// that splits at least half of them, else blanks. Where several split all lines alike, it is the one with
/// which more names occur in both columns of ends. If that does not tell, a mark comes before blanks, but a
/// comma and blanks are rivals. A tab that splits all lines alike always comes before blanks, unless numbers
/// stand behind it. The lines are left split by any of the separators tried.
///
/// Cost: O(fields).
LikelySeparator likely_separator(std::span<SampleLine> lines, const ReadOptions& options);

/// The character of a separator; `automatic` has none.
char separator_mark(FieldSeparator separator);
FieldSeparator separator_of(char mark);

}  // namespace lode::detail
