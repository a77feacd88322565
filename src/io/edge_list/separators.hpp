#pragma once

#include <span>

#include <lode/io/read_graph.hpp>

#include "io/edge_list/layout_shapes.hpp"

namespace lode::detail {

/// The separator that the lines show. With labels, a mark (tab, semicolon, bar, comma) that splits at least
/// half of the lines, and only else blanks; without, what makes ids of the ends in most lines. The lines are
/// left split by any of those tried.
char likely_separator(std::span<SampleLine> lines, const ReadOptions& options);

/// The character of a separator; `automatic` has none.
char separator_mark(FieldSeparator separator);
FieldSeparator separator_of(char mark);

}  // namespace lode::detail
