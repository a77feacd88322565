#include "io/text/head_lines.hpp"

#include <algorithm>

#include "io/text/fields.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (is_blank(text.front()) || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view head) {
  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  return head;
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t newline = rest.find('\n');
  const std::string_view line = rest.substr(0, newline);
  rest = newline == std::string_view::npos ? std::string_view{} : rest.substr(newline + 1);
  return trimmed(line);
}

std::string_view take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view word = line.substr(0, end);
  line = trimmed(line.substr(end));
  return word;
}

std::string_view xml_root(std::string_view head) {
  constexpr std::string_view blanks = " \t\r\n";
  head = without_byte_order_mark(head);
  while (true) {
    head.remove_prefix(std::min(head.find_first_not_of(blanks), head.size()));
    if (!head.starts_with('<')) return {};
    const bool comment = head.starts_with("<!--");
    const bool declaration = head.starts_with("<?") || head.starts_with("<!");
    if (!declaration) break;
    const std::string_view end_mark = comment ? "-->" : ">";
    std::size_t end = head.find(end_mark);
    // A document type may hold declarations of its own in brackets.
    if (!comment && head.find('[') < end) end = head.find(end_mark, head.find(']'));
    if (end == std::string_view::npos) return {};
    head.remove_prefix(end + end_mark.size());
  }
  const std::string_view name = head.substr(1, head.find_first_of(" \t\r\n/>") - 1);
  return name.substr(name.find(':') + 1);
}

std::string_view dimacs_problem_line(std::string_view head) {
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
