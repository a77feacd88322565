#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "io/text/head_lines.hpp"

namespace lode::detail {

/// Whether a text begins with a problem line "p KIND n ..." of DIMACS, for one of the kinds, after comment
/// lines "c ...".
inline bool begins_with_problem(std::string_view head, std::initializer_list<std::string_view> kinds) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    std::string_view line = take_line(head);
    const std::string_view word = take_word(line);
    if (word.empty() || word == "c") continue;
    if (word != "p") return false;
    const std::string_view kind = take_word(line);
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end() && !line.empty() &&
           is_digit(line.front());
  }
  return false;
}

}  // namespace lode::detail
