#pragma once

#include <string_view>

#include "io/text/head_lines.hpp"

namespace lode::detail {

/// What follows the word p on the problem line "p KIND n ..." that a DIMACS text begins with, after comment
/// lines "c ..."; empty for other texts.
inline std::string_view dimacs_problem_line(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    std::string_view line = take_line(head);
    const std::string_view word = take_word(line);
    if (word == "p") return line;
    if (!word.empty() && word != "c") return {};
  }
  return {};
}

}  // namespace lode::detail
