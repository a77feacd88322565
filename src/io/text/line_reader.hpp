#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {

inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Whole lines of a text; each ends in '\n', even the last line of the text.
struct LineBlock {
  std::unique_ptr<char[]> text;
  std::size_t capacity = 0;
  std::size_t size = 0;
  std::uint64_t index = 0;  ///< 0, 1, ... in text order
  bool overlong = false;    ///< holds the beginning of a line over the limit

  const char* begin() const { return text.get(); }
  const char* end() const { return text.get() + size; }
};

/// Cuts a text into blocks of whole lines. A byte order mark at the very beginning is dropped.
///
/// Cost: one copy of the text; a block takes its size in memory, for texts of any length, and less for a
///       short text.
class LineBlockReader {
 public:
  static constexpr std::size_t longest_line = std::size_t{1} << 24;

  LineBlockReader(CompressedInput& input, std::size_t block_bytes, std::size_t longest = longest_line)
      : input_(input),
        block_bytes_(input.head_is_all() ? std::min(block_bytes, input.head().size() + 1) : block_bytes),
        longest_(longest) {}

  /// Fills `block`, reusing its memory; false at the end of the text. Nothing follows an overlong block.
  bool next(LineBlock& block);

 private:
  CompressedInput& input_;
  std::size_t block_bytes_;
  std::size_t longest_;
  std::string rest_;  ///< unfinished last line of the previous block
  std::uint64_t count_ = 0;
  bool ended_ = false;
};

/// The lines of a text in order, with their numbers.
class LineReader {
 public:
  LineReader(CompressedInput& input, const RunContext& run,
             std::size_t longest_line = LineBlockReader::longest_line)
      : LineReader(input, &run, longest_line) {}
  /// For a small text, which is always read to its end.
  explicit LineReader(CompressedInput& input) : LineReader(input, nullptr, LineBlockReader::longest_line) {}

  /// Moves to the next line; false at the end of the text.
  /// Errors: InputError for an overlong line; SystemError once the run is interrupted.
  bool next();

  /// The line without its end; *end() is '\n' or '\r'.
  const char* begin() const { return begin_; }
  const char* end() const { return end_; }
  std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }
  /// From 1; the number of lines once the text has ended.
  std::uint64_t number() const { return number_; }

  /// Errors: InputError at a place in the current line, or at the line.
  [[noreturn]] void fail(const FieldProblem& problem) const;
  /// Fails if there is a problem.
  void check(const FieldProblem& problem) const {
    if (problem) fail(problem);
  }
  /// Errors: InputError at any line; 0: the whole file.
  [[noreturn]] void fail_at(std::uint64_t line, std::string problem, std::string remedy,
                            std::uint64_t column = 0) const;

  const CompressedInput& input() const { return input_; }

 private:
  LineReader(CompressedInput& input, const RunContext* run, std::size_t longest_line);
  bool next_block();

  CompressedInput& input_;
  const RunContext* run_;
  LineBlockReader blocks_;
  std::size_t longest_;
  LineBlock block_;
  const char* next_ = nullptr;
  const char* block_end_ = nullptr;
  const char* begin_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t number_ = 0;
};

/// Splits a line into words separated by blanks.
class Words {
 public:
  Words(const char* begin, const char* end) : p_(begin), end_(end) {}

  /// The next word; empty at the end of the line.
  std::string_view next() {
    while (p_ < end_ && is_blank(*p_)) ++p_;
    const char* const begin = p_;
    while (p_ < end_ && !is_blank(*p_)) ++p_;
    return {begin, static_cast<std::size_t>(p_ - begin)};
  }
  /// Reads a number of up to 19 digits; false, without consuming, if the next word is anything else. The byte
  /// after the line must not be a digit.
  bool next_number(std::uint64_t& value) {
    const char* p = p_;
    while (p < end_ && is_blank(*p)) ++p;
    if (p == end_) return false;
    p = short_number(p, value);
    if (!p || (p < end_ && !is_blank(*p))) return false;
    p_ = p;
    return true;
  }
  /// True if only blanks follow.
  bool done() {
    while (p_ < end_ && is_blank(*p_)) ++p_;
    return p_ == end_;
  }
  const char* position() const { return p_; }

 private:
  const char* p_;
  const char* end_;
};

/// True if the line holds only blanks.
inline bool is_blank_line(const LineReader& lines) { return Words(lines.begin(), lines.end()).done(); }

/// The lines of a table for a graph. The first line with fields decides the separator, as in an edge
/// list. Lines that begin with # are comments.
class TableReader {
 public:
  /// `form`: the form of a line, as remedy in errors.
  TableReader(CompressedInput& input, std::string form) : lines_(input), form_(std::move(form)) {}

  /// Moves to the next line with fields; false at the end of the text.
  /// Errors: InputError for unclosed quotes and control characters.
  bool next();
  const std::vector<Field>& fields() const { return fields_; }
  /// True for the first line with fields.
  bool is_first() const { return count_ == 1; }
  /// Errors: InputError at a field.
  [[noreturn]] void fail(const Field& field, std::string problem, std::string remedy) const {
    lines_.fail({field.begin, std::move(problem), std::move(remedy)});
  }
  [[noreturn]] void fail(const Field& field, std::string problem) const {
    fail(field, std::move(problem), form_);
  }
  const LineReader& lines() const { return lines_; }

 private:
  LineReader lines_;
  std::string form_;
  std::vector<Field> fields_;
  char separator_ = by_blanks;
  std::uint64_t count_ = 0;
};

// --- recognising formats by the beginning of a text ---

std::string_view without_byte_order_mark(std::string_view head);

/// The first line of `rest`, trimmed of blanks; `rest` moves past it.
std::string_view take_line(std::string_view& rest);

/// The first word of a trimmed line; `line` moves to the next word.
std::string_view take_word(std::string_view& line);

/// The rest of the problem line "p KIND n ..." at the beginning of a DIMACS text, after comment lines "c
/// ..."; empty for other texts.
std::string_view dimacs_problem_line(std::string_view head);

}  // namespace lode::detail
