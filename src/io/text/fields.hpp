#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <lode/graph/graph.hpp>

namespace lode::detail {

// Text in words of eight bytes; the first byte is lowest.
static_assert(std::endian::native == std::endian::little);

inline std::uint64_t load_word(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, 8);
  return word;
}

/// Sets the high bit of the lowest byte that is no decimal digit, and no lower bit. Higher bits have no
/// meaning.
inline std::uint64_t non_digits(std::uint64_t word) {
  const std::uint64_t digits = word ^ 0x3030303030303030u;
  return ((digits + 0x7676767676767676u) | digits) & 0x8080808080808080u;
}

/// The number that eight digits spell.
inline std::uint64_t eight_digits(std::uint64_t word) {
  word &= 0x0F0F0F0F0F0F0F0Fu;
  word = (word * 10 + (word >> 8)) & 0x00FF00FF00FF00FFu;
  word = (word * 100 + (word >> 16)) & 0x0000FFFF0000FFFFu;
  return (word * 10000 + (word >> 32)) & 0xFFFFFFFFu;
}

/// The number that the lowest `count` <= 7 bytes spell, all digits.
inline std::uint64_t some_digits(std::uint64_t word, int count) {
  return eight_digits((word & 0x0F0F0F0F0F0F0F0Fu) << (56 - 8 * count) << 8);
}

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') <= 9; }

/// Reads a number of up to 20 digits, eight at a time; nullptr for none, more, or a value beyond 64 bits.
/// Three words must be readable.
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

/// The end of a line from `p` to a line feed, without carriage returns.
const char* line_content_end(const char* p, const char* newline);

/// A problem of a line, and its byte.
struct FieldProblem {
  const char* at = nullptr;
  std::string problem;
  std::string remedy;
  explicit operator bool() const { return at != nullptr; }
};

/// One field of a line. `text` is the content between separators, without the quotes of a quoted field.
struct Field {
  const char* begin = nullptr;  ///< first byte, perhaps the opening quote
  std::string_view text;
  bool quoted = false;
  bool escaped = false;  ///< holds "" for a quote
};

// The separators other than tab, comma, semicolon and bar.
inline constexpr char by_blanks = ' ';  ///< runs of spaces and tabs
inline constexpr std::string_view separator_marks = "\t;|,";

/// The first of `separator_marks` in the line, outside quotes and the data in braces after its fields; or
/// `by_blanks`.
char separator_of_line(std::string_view line);

/// Splits one line into fields. A field between two marks may be empty, and blanks inside it belong to it; a
/// field in double quotes may hold anything, with quotes doubled (RFC 4180). From the third field on, a field
/// that begins with a brace reaches to the end of the line.
class FieldCursor {
 public:
  FieldCursor(const char* begin, const char* end, char separator)
      : p_(begin), end_(end), separator_(separator), mark_(separator == by_blanks ? '\n' : separator) {}

  /// The next field; false at the end of the line or after a problem (see `problem`).
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

/// The content of a field, its doubled quotes made single.
std::string label_text(const Field& field);
/// `text` without double quotes around it, or as it is.
std::string unquoted_label(std::string_view text);
/// The label for an edge list: in double quotes if it holds a separator or a quote, or begins like
/// a comment.
std::string quoted_if_needed(std::string_view label);
/// The label in double quotes.
std::string quoted(std::string_view label);

/// A vertex id: decimal digits, up to 64 bits, perhaps in quotes.
FieldProblem parse_id(const Field& field, std::uint64_t& id);
/// A number in the domain (core/domain.hpp), perhaps with a plus sign. Problems begin with `what`, which is
/// empty or ends in a blank. The text is not empty.
FieldProblem parse_finite(std::string_view text, std::string_view what, std::string_view remedy,
                          double& value);
/// A weight: a number in the domain, >= 0 unless signs are allowed.
FieldProblem parse_weight(const Field& field, double& weight, WeightSigns signs);
/// True for a possible column name: it begins with a letter, '_' or a quote and is not a number.
bool is_column_name(const Field& field);
/// True for the names of a column of vertices: id, vertex, node, name and label, in any case.
bool names_vertices(std::string_view text);
/// True for decimal digits, at least one.
bool is_digits(std::string_view text);
/// True if all of `text` is a number as a program would write it (NaN and infinity included).
bool is_number(std::string_view text);
/// True for a text that must be a name: it has a letter and is not a number.
bool is_word(std::string_view text);
/// True for words that mean a missing value: NA, n/a, null, none or NaN, in any case.
bool means_missing(std::string_view text);
/// Finds a control byte, an error.
FieldProblem find_control_byte(std::string_view text);
/// Finds bytes that are not UTF-8.
FieldProblem find_not_utf8(std::string_view text);
/// `text` for messages: at most 40 bytes, with unprintable and non-ASCII bytes escaped if necessary.
std::string excerpt(std::string_view text);

}  // namespace lode::detail
