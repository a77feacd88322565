#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include <lode/graph/graph.hpp>

#include "io/text/words.hpp"

namespace lode::detail {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') <= 9; }

/// Reads up to 20 digits; nullptr when there are none or more, or they do not fit in 64 bits. A non-digit
/// must follow.
inline const char* short_number(const char* p, std::uint64_t& value) {
  const char* const start = p;
  unsigned digit = static_cast<unsigned char>(*p - '0');
  if (digit > 9) return nullptr;
  std::uint64_t sum = digit;
  while ((digit = static_cast<unsigned char>(*++p - '0')) <= 9) sum = 10 * sum + digit;
  value = sum;
  if (p - start <= 19) return p;
  // Twenty digits fit only if they begin with 1 and have not wrapped around.
  return p - start == 20 && *start == '1' && sum >= 10'000'000'000'000'000'000u ? p : nullptr;
}

/// The same, eight digits at a time; three words must be readable.
inline const char* number_by_words(const char* p, std::uint64_t& value) {
  std::uint64_t word = load_word(p);
  std::uint64_t others = non_digits(word);
  if (others != 0) [[likely]] {
    const int digits = std::countr_zero(others) / 8;
    value = some_digits(word, digits);
    return digits > 0 ? p + digits : nullptr;
  }
  const char* const start = p;
  std::uint64_t sum = eight_digits(word);
  word = load_word(p += 8);
  others = non_digits(word);
  if (others == 0) {
    sum = sum * 100'000'000 + eight_digits(word);
    word = load_word(p += 8);
    others = non_digits(word);
    if (others == 0) return nullptr;
  }
  constexpr std::uint64_t powers[] = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000};
  const int digits = std::countr_zero(others) / 8;
  value = sum * powers[digits] + some_digits(word, digits);
  p += digits;
  if (p - start <= 19) return p;
  return p - start == 20 && *start == '1' && value >= 10'000'000'000'000'000'000u ? p : nullptr;
}

/// The end of a line that begins at `p` and ends in a line feed, perhaps after carriage returns.
const char* line_content_end(const char* p, const char* newline);

/// What is wrong with a line, and at which byte.
struct FieldProblem {
  const char* at = nullptr;
  std::string problem;
  std::string remedy;
  explicit operator bool() const { return at != nullptr; }
};

/// One field of a line. `text` is what stands between the separators, without the quotes of a quoted field.
struct Field {
  const char* begin = nullptr;  ///< first byte, the opening quote included
  std::string_view text;
  bool quoted = false;
  bool escaped = false;  ///< holds "" for a quote
};

// What separates fields, besides a tab, a comma, a semicolon and a bar.
inline constexpr char by_blanks = ' ';  ///< runs of spaces and tabs
inline constexpr std::string_view separator_marks = "\t;|,";

/// The first of `separator_marks` that the line holds outside of quotes and of the data in braces behind its
/// fields; `by_blanks` if it holds none.
char separator_of_line(std::string_view line);

/// Splits one line into fields. Between two marks stands one field, perhaps empty, and blanks inside it
/// belong to it; a field in double quotes may hold anything, a quote as two of them (RFC 4180). The third
/// field or a later one that begins with a brace reaches to the end of the line.
class FieldCursor {
 public:
  FieldCursor(const char* begin, const char* end, char separator)
      : p_(begin), end_(end), separator_(separator), mark_(separator == by_blanks ? '\n' : separator) {}

  /// The next field; false at the end of the line or when something is wrong (see `problem`).
  bool next(Field& field);
  const FieldProblem& problem() const { return problem_; }

 private:
  bool quoted(Field& field);
  void skip_blanks() {
    while (p_ < end_ && is_blank(*p_) && *p_ != mark_) ++p_;
  }
  bool at_end_of_field() const {
    return p_ == end_ || *p_ == mark_ || (separator_ == by_blanks && is_blank(*p_));
  }

  const char* p_;
  const char* end_;
  char separator_;
  char mark_;  ///< one of these separates; a line feed: none does
  int fields_ = 0;
  FieldProblem problem_;
};

/// "blanks", "tabs", "commas", ... for messages.
std::string_view separator_name(char separator);

/// The content of a field, with one quote for two of them.
std::string label_text(const Field& field);
/// `text` without double quotes around it, or as it is.
std::string unquoted_label(std::string_view text);
/// The label as an edge list holds it: in double quotes if it holds a separator or a quote, or begins like a
/// comment.
std::string quoted_if_needed(std::string_view label);
/// The label in double quotes.
std::string quoted(std::string_view label);

/// A vertex id: decimal digits, up to 64 bits, perhaps in quotes.
FieldProblem parse_id(const Field& field, std::uint64_t& id);
/// A number without its plus sign: 5 for +5. What is no number, as +-5, stays so.
std::string_view without_plus(std::string_view number);
/// A number in the domain (core/domain.hpp), perhaps with a plus sign. Problems begin with `what`, which ends
/// in a blank or is empty. The text is not empty.
FieldProblem parse_finite(std::string_view text, std::string_view what, std::string_view remedy,
                          double& value);
/// A weight: a number in the domain, >= 0 unless all signs are wanted.
FieldProblem parse_weight(const Field& field, double& weight, WeightSigns signs);
/// True for a word that could name a column: it begins with a letter, '_' or a quote and is not a number.
bool is_column_name(const Field& field);
/// True for the names of a column of vertices: id, vertex, node, name and label, in any case.
bool names_vertices(std::string_view text);
/// True for decimal digits, at least one.
bool is_digits(std::string_view text);
/// True if all of `text` is a number as a program would write it (NaN and infinity included).
bool is_number(std::string_view text);
/// True for a text that can only be a name: it holds a letter, and is no number.
bool is_word(std::string_view text);
/// Whether a table has this word where a value is missing: NA, n/a, null, none or NaN, in any case.
bool means_missing(std::string_view text);
/// Control bytes have no place in text.
FieldProblem find_control_byte(std::string_view text);
/// Nor has what is not UTF-8 in a label.
FieldProblem find_not_utf8(std::string_view text);
/// `text` for messages: at most 40 bytes, control and non-ASCII bytes spelled out when they cannot be shown.
std::string excerpt(std::string_view text);

}  // namespace lode::detail
