#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <lode/core/run_context.hpp>
#include <lode/io/read_graph.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/text/line_reader.hpp"

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

  /// Those met so far.
  std::uint64_t lines() const { return lines_.number(); }
  std::uint64_t comment_lines() const { return comments_; }
  [[noreturn]] void fail(std::uint64_t line, std::uint64_t column, std::string problem,
                         std::string remedy) const {
    lines_.fail_at(line, std::move(problem), std::move(remedy), column);
  }
  [[noreturn]] void fail(const GmlToken& at, std::string problem, std::string remedy) const {
    fail(at.line, at.column, std::move(problem), std::move(remedy));
  }

 private:
  bool next_line();
  bool skip_blanks();
  [[noreturn]] void fail_on_byte(const char* at) const;
  void read_word();
  void read_string();

  LineReader lines_;
  const char* at_ = nullptr;  ///< in the present line
  std::uint64_t comments_ = 0;
  GmlToken token_;
};

/// The text a GML string stands for: &quot; &amp; &lt; &gt; &apos; and &#NUMBER; (as UTF-8) replaced.
std::string gml_decoded(std::string_view text);

/// Reads a GML file, as gml_reader.cpp says.
LoadedGraph read_gml(CompressedInput& input, const ReadOptions& options, const RunContext& run);
/// The same for directed graphs. Errors: also InputError for a graph that is not declared as directed.
LoadedArcs read_gml_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run);

}  // namespace lode::detail
