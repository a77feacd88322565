#pragma once

#include <algorithm>
#include <charconv>
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
  bool overlong = false;  ///< holds the beginning of a line over the limit

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

  LineBlockReader(CompressedInput& input, std::size_t block_bytes, std::size_t longest = longest_line);

  /// Fills `block`, reusing its memory; false at the end of the text. An overlong block is the last one.
  bool next(LineBlock& block);

 private:
  CompressedInput& input_;
  std::size_t block_bytes_;
  std::size_t longest_;
  std::string rest_;  ///< unfinished last line of the previous block
  bool ended_ = false;
};

/// The lines of a text in order, with their numbers.
class LineReader {
 public:
  /// Without `run`, for a small text, which is always read to its end.
  explicit LineReader(CompressedInput& input, const RunContext* run = nullptr,
                      std::size_t longest_line = LineBlockReader::longest_line);

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

 private:
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
  explicit Words(std::string_view line) : p_(line.data()), end_(line.data() + line.size()) {}

  /// The next word; empty at the end of the line.
  std::string_view next() {
    done();
    const char* const begin = p_;
    while (p_ < end_ && !is_blank(*p_)) ++p_;
    return {begin, static_cast<std::size_t>(p_ - begin)};
  }
  /// Reads a number of up to 64 bits; false, without consuming a word, if the next word is anything else.
  bool next_number(std::uint64_t& value) {
    if (done()) return false;
    const auto [end, error] = std::from_chars(p_, end_, value);
    if (error != std::errc{} || (end < end_ && !is_blank(*end))) return false;
    p_ = end;
    return true;
  }
  /// Skips blanks; true if nothing else follows.
  bool done() {
    while (p_ < end_ && is_blank(*p_)) ++p_;
    return p_ == end_;
  }
  const char* position() const { return p_; }
  std::string_view rest() const { return {p_, static_cast<std::size_t>(end_ - p_)}; }

 private:
  const char* p_;
  const char* end_;
};

/// True if the line holds only blanks.
inline bool is_blank_line(const LineReader& lines) { return Words(lines.text()).done(); }

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

/// The rest of the problem line "p KIND n ..." at the beginning of a DIMACS text, after comment lines "c
/// ..."; empty for other texts.
std::string_view dimacs_problem_line(std::string_view head);

}  // namespace lode::detail
