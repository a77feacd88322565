#pragma once

#include <string_view>

// How formats look at the beginning of a text to recognise it.

namespace lode::detail {

std::string_view without_byte_order_mark(std::string_view head);

/// The first line of `rest` without blanks around it; `rest` moves behind it.
std::string_view take_line(std::string_view& rest);

/// The first word of a line without blanks around it; `line` moves to the next one.
std::string_view take_word(std::string_view& line);

/// True for an XML document with the element `root` ("<graphml") near its beginning.
bool has_xml_root(std::string_view head, std::string_view root);

/// What follows the word p on the problem line "p KIND n ..." that a DIMACS text begins with, after comment
/// lines "c ..."; empty for other texts.
std::string_view dimacs_problem_line(std::string_view head);

}  // namespace lode::detail
