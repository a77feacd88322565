#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>

#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// The smallest part of a GML text, and where it begins.
struct GmlToken {
  enum class Kind { word, string, open, close, end };
  Kind kind = Kind::end;
  std::string text;  ///< of a word, or a string without quotes, as it stands in the file
  std::uint64_t line = 1, column = 1;
};

/// Splits a GML text into words, strings in double quotes and brackets. Blanks and line ends separate; '#'
/// where a word could begin starts a comment up to the end of the line.
///
/// Errors: InputError for bytes that are no text, a string that does not end, words and strings too long to
///         be meant.
class GmlTokens {
 public:
  static constexpr std::size_t longest_word = 1024;
  static constexpr std::size_t longest_string = std::size_t{1} << 20;

  GmlTokens(CompressedInput& input, const RunContext& run);

  /// The next token; the reference holds until the next call. After the last one Kind::end for ever.
  const GmlToken& next();

  /// Lines begun so far, a last one without an end included.
  std::uint64_t lines() const { return line_ > 1 && column_ == 1 ? line_ - 1 : line_; }
  std::uint64_t comment_lines() const { return comments_; }
  [[noreturn]] void fail(std::uint64_t line, std::uint64_t column, std::string problem,
                         std::string remedy) const;
  [[noreturn]] void fail(const GmlToken& at, std::string problem, std::string remedy) const {
    fail(at.line, at.column, std::move(problem), std::move(remedy));
  }

 private:
  static constexpr int end_of_text = -1;

  int peek() {
    if (used_ == filled_ && !refill()) return end_of_text;
    return static_cast<unsigned char>(buffer_[used_]);
  }
  void advance() {
    if (buffer_[used_++] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }
  bool refill();
  void skip_blanks();
  void skip_line();
  void read_word();
  void read_string();

  CompressedInput& input_;
  const RunContext& run_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t line_ = 1, column_ = 1;
  std::uint64_t comments_ = 0;
  GmlToken token_;
};

/// The text a GML string stands for: &quot; &amp; &lt; &gt; &apos; and &#NUMBER; (as UTF-8) replaced.
std::string gml_decoded(std::string_view text);

}  // namespace lode::detail
