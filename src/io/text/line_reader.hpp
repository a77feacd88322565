#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lode/core/run_context.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/text/fields.hpp"
#include "io/text/line_blocks.hpp"

namespace lode::detail {

/// The lines of a text, one after another, with their numbers.
class LineReader {
 public:
  LineReader(CompressedInput& input, const RunContext& run,
             std::size_t longest_line = LineBlockReader::longest_line)
      : LineReader(input, &run, longest_line) {}
  /// For a small text, which is read to its end whatever happens.
  explicit LineReader(CompressedInput& input) : LineReader(input, nullptr, LineBlockReader::longest_line) {}

  /// Moves to the next line; false at the end of the text.
  /// Errors: InputError for a line that is too long; SystemError once the run is interrupted.
  bool next();

  /// The line without its end; *end() is '\n' or '\r'.
  const char* begin() const { return begin_; }
  const char* end() const { return end_; }
  std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }
  /// From 1; the number of lines once the text has ended.
  std::uint64_t number() const { return number_; }

  /// Errors: InputError at a place in the current line; without a place, at the line.
  [[noreturn]] void fail(const FieldProblem& problem) const;
  /// The same, if there is a problem.
  void check(const FieldProblem& problem) const {
    if (problem) fail(problem);
  }
  /// Errors: InputError at any line; 0: the file as a whole.
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

  /// The next word; an empty one, at the end of the line, when there is none.
  std::string_view next() {
    while (p_ < end_ && is_blank(*p_)) ++p_;
    const char* const begin = p_;
    while (p_ < end_ && !is_blank(*p_)) ++p_;
    return {begin, static_cast<std::size_t>(p_ - begin)};
  }
  /// Reads a number of up to 19 digits; false, and nothing is consumed, if the next word is anything else.
  /// The byte behind the line must not be a digit.
  bool next_number(std::uint64_t& value) {
    const char* p = p_;
    while (p < end_ && is_blank(*p)) ++p;
    if (p == end_) return false;
    p = short_number(p, value);
    if (!p || (p < end_ && !is_blank(*p))) return false;
    p_ = p;
    return true;
  }
  /// True if nothing but blanks is left.
  bool done() {
    while (p_ < end_ && is_blank(*p_)) ++p_;
    return p_ == end_;
  }
  const char* position() const { return p_; }

 private:
  const char* p_;
  const char* end_;
};

/// True if the line holds nothing but blanks.
inline bool is_blank_line(const LineReader& lines) { return Words(lines.begin(), lines.end()).done(); }

}  // namespace lode::detail
