#pragma once

#include <string_view>

// How formats look at the beginning of a text to recognise it.

namespace lode::detail {

std::string_view without_byte_order_mark(std::string_view head);

/// The first line of `rest` without blanks around it; `rest` moves behind it.
std::string_view take_line(std::string_view& rest);

/// The first word of a line without blanks around it; `line` moves to the next one.
std::string_view take_word(std::string_view& line);

/// The name of the root element of an XML document, without prefix, which stands behind declarations and
/// comments; empty for other texts.
std::string_view xml_root(std::string_view head);

/// What follows the word p on the problem line "p KIND n ..." that a DIMACS text begins with, after comment
/// lines "c ..."; empty for other texts.
std::string_view dimacs_problem_line(std::string_view head);

}  // namespace lode::detail
