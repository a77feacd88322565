#include "io/text/fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/text.hpp>

#include "io/stream/file_names.hpp"

namespace lode::detail {
namespace {

constexpr auto id_remedy = "ids are integers from 0 to 18446744073709551615";
constexpr auto label_remedy = "use option 'labels' if vertices have names";

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

/// A number without its plus sign: 5 for +5. Other text, as +-5, is unchanged.
std::string_view without_plus(std::string_view number) {
  const bool has_plus = number.size() > 1 && number[0] == '+' && number[1] != '-';
  return has_plus ? number.substr(1) : number;
}

bool is_among(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return equal_ignoring_case(text, word); });
}

}  // namespace

const char* line_content_end(const char* p, const char* newline) {
  while (newline > p && newline[-1] == '\r') --newline;
  return newline;
}

bool FieldCursor::next(Field& field) {
  skip_blanks();
  const bool marked = fields_ > 0 && p_ < end_ && *p_ == mark_;
  if (marked) {
    ++p_;
    skip_blanks();
  }
  if (p_ == end_ && !marked) return false;
  ++fields_;
  field = Field{p_, {}, false, false};
  if (p_ < end_ && *p_ == '"') return quoted(field);
  if (fields_ >= 3 && p_ < end_ && *p_ == '{') {
    p_ = end_;
  } else {
    while (!at_end_of_field()) ++p_;
  }
  const char* last = p_;
  while (last > field.begin && is_blank(last[-1])) --last;
  field.text = {field.begin, static_cast<std::size_t>(last - field.begin)};
  if (problem_ = find_control_byte(field.text); problem_) return false;
  return true;
}

bool FieldCursor::quoted(Field& field) {
  field.quoted = true;
  const char* content = ++p_;
  while (p_ < end_ && (*p_ != '"' || (p_ + 1 < end_ && p_[1] == '"'))) {
    if (*p_ == '"') {
      field.escaped = true;
      ++p_;
    }
    ++p_;
  }
  if (p_ == end_) {
    problem_ = {field.begin, "a quoted field does not end on its line", "close the quotes"};
    return false;
  }
  field.text = {content, static_cast<std::size_t>(p_ - content)};
  ++p_;
  if (problem_ = find_control_byte(field.text); problem_) return false;
  if (separator_ != by_blanks) skip_blanks();
  if (!at_end_of_field()) {
    problem_ = {p_, "text follows a closing quote",
                fmt::format("fields are separated by {}", separator_name(separator_))};
    return false;
  }
  return true;
}

char separator_of_line(std::string_view line) {
  const auto is_mark = [](char c) { return separator_marks.find(c) != std::string_view::npos; };
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  std::size_t best = separator_marks.size();
  bool in_quotes = false;
  bool begins = true;  // a field may begin here
  int fields = 0;
  for (const char c : line) {
    const bool separates = is_blank(c) || is_mark(c);
    fields += begins && !separates;
    if (c == '{' && begins && fields > 2) break;
    const bool is_quote = c == '"' && (in_quotes || begins);
    if (is_quote) in_quotes = !in_quotes;
    if (!in_quotes) best = std::min(best, separator_marks.find(c));
    begins = separates || (is_quote && !in_quotes);  // the second of two quotes continues the field
  }
  return best < separator_marks.size() ? separator_marks[best] : by_blanks;
}

std::string_view separator_name(char separator) {
  constexpr std::string_view names[] = {"tabs", "semicolons", "bars", "commas"};
  const std::size_t place = separator_marks.find(separator);
  return place < separator_marks.size() ? names[place] : "blanks";
}

std::string label_text(const Field& field) {
  std::string text;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    text += field.text[i];
    if (field.escaped && field.text[i] == '"' && field.text.substr(i + 1).starts_with('"')) ++i;
  }
  return text;
}

std::string unquoted_label(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
  return label_text({text.data(), text.substr(1, text.size() - 2), true, true});
}

std::string quoted_if_needed(std::string_view label) {
  const bool plain = !label.empty() && label.front() != '#' && label.front() != '%' &&
                     label.find_first_of(" \t,;|\"") == std::string_view::npos;
  return plain ? std::string(label) : quoted(label);
}

std::string quoted(std::string_view label) {
  std::string text = "\"";
  for (const char c : label) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + "\"";
}

FieldProblem parse_id(const Field& field, std::uint64_t& id) {
  const std::string_view text = field.text;
  if (text.empty()) return {field.begin, "a field is empty where an id belongs", id_remedy};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, id);
  if (stop == end && error == std::errc{}) return {};
  const std::string shown = excerpt(text);
  if (stop == end && error == std::errc::result_out_of_range) {
    return {field.begin, fmt::format("id {} does not fit in 64 bits", shown),
            "use option 'labels' to keep such ids as words"};
  }
  const bool number = is_number(text);
  if (number && text.front() == '-') return {field.begin, fmt::format("negative id {}", shown), id_remedy};
  if (number && text.front() == '+') return {field.begin, fmt::format("'{}' has a sign", shown), id_remedy};
  if (is_digit(text.front()) || text.front() == '.') {
    return {std::find_if_not(text.data(), end, is_digit), fmt::format("'{}' is not an integer id", shown),
            number ? id_remedy : label_remedy};
  }
  return {field.begin, fmt::format("'{}' is not a number", shown), label_remedy};
}

bool means_missing(std::string_view text) { return is_among(text, {"na", "n/a", "nan", "null", "none"}); }

bool names_vertices(std::string_view text) {
  return is_among(text, {"id", "vertex", "node", "name", "label"});
}

FieldProblem parse_finite(std::string_view text, std::string_view what, std::string_view remedy,
                          double& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(without_plus(text).data(), end, value);
  if (error == std::errc{} && stop == end && in_domain(value)) return {};
  const std::string shown = excerpt(text);
  if (error == std::errc::invalid_argument || stop != end)
    return {text.data(), fmt::format("{}'{}' is not a number", what, shown), std::string(remedy)};
  if (error == std::errc{} && !std::isfinite(value))
    return {text.data(), fmt::format("{}{} is not finite", what, shown), std::string(remedy)};
  return {text.data(), fmt::format("{}{} {}", what, shown, domain_words),
          "multiply all numbers by a power of ten"};
}

FieldProblem parse_weight(const Field& field, double& weight, WeightSigns signs) {
  const std::string_view text = field.text;
  const bool is_signed = signs == WeightSigns::any;
  const auto remedy = is_signed ? "weights are finite numbers" : "weights are finite numbers >= 0";
  if (text.empty()) return {field.begin, "a field is empty where a weight belongs", remedy};
  FieldProblem problem = parse_finite(text, "weight ", remedy, weight);
  if (problem && means_missing(text) && !is_number(text)) {
    problem = {field.begin, fmt::format("the weight is missing ('{}')", excerpt(text)),
               "give one, drop the line, or read without weights"};
  } else if (!problem && weight < 0.0 && !is_signed) {
    problem = {field.begin, fmt::format("weight {} is negative", excerpt(text)),
               "weights are finite numbers >= 0, or of any sign with option 'signs'"};
  }
  if (problem) problem.at = field.begin;
  weight += 0.0;  // -0 becomes 0
  return problem;
}

bool is_column_name(const Field& field) {
  if (field.text.empty() || is_number(field.text)) return false;
  const char c = field.text.front();
  return field.quoted || is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_number(std::string_view text) {
  text = without_plus(text);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error != std::errc::invalid_argument && end == text.data() + text.size() && !text.empty();
}

bool is_word(std::string_view text) {
  const auto is_of_word = [](char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; };
  return !is_number(text) && std::ranges::any_of(text, is_of_word);
}

FieldProblem find_not_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      return {text.data(),
              fmt::format("byte 0x{:02x} is not UTF-8", static_cast<unsigned char>(text.front())),
              "convert the file, as with: iconv -f LATIN1 -t UTF-8"};
    }
    text.remove_prefix(length);
  }
  return {};
}

FieldProblem find_control_byte(std::string_view text) {
  for (const char& c : text) {
    if (!is_control(c)) continue;
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\r') return {&c, "a carriage return stands inside a line", "end lines with LF or CR LF"};
    return {&c, fmt::format("byte 0x{:02x} is not text", byte),
            "an edge list is plain text, one edge per line"};
  }
  return {};
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t limit = 40;
  if (text.size() <= limit) return escape_terminal(text);
  std::size_t end = limit;
  while (end > limit - 3 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) --end;
  return escape_terminal(text.substr(0, end)) + "...";
}

}  // namespace lode::detail
