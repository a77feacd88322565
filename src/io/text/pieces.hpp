#pragma once

#include <algorithm>
#include <concepts>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/core/types.hpp>
#include <lode/io/output_file.hpp>

namespace lode::detail {

/// Errors: InvalidArgument for an empty sink.
inline void check_sink(const TextSink& sink) {
  if (!sink) throw InvalidArgument("sink", "empty", "must be a function");
}

/// Collects text and hands it to a sink in pieces of some 64 KiB.
class TextPieces {
 public:
  /// Errors: InvalidArgument for an empty sink.
  explicit TextPieces(const TextSink& sink) : sink_(sink) { check_sink(sink); }

  /// Appends text, characters, integers, and weights as the shortest decimals that read back exactly.
  template <class... Parts>
  void put(const Parts&... parts) {
    (append(parts), ...);
    if (text_.size() >= piece_bytes) flush();
  }
  /// Must be the last call.
  void flush() {
    if (text_.size() > 0) sink_({text_.data(), text_.size()});
    text_.clear();
  }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 16;

  void append(std::string_view text) {
    for (; text.size() > piece_bytes; text.remove_prefix(piece_bytes)) {
      flush();
      sink_(text.substr(0, piece_bytes));
    }
    text_.append(text.data(), text.data() + text.size());
  }
  void append(char c) { text_.push_back(c); }
  void append(std::unsigned_integral auto number) {
    const fmt::format_int digits(number);
    text_.append(digits.data(), digits.data() + digits.size());
  }
  void append(Weight weight) {
    fmt::format_to(std::back_inserter(text_), "{}", weight + 0.0);  // -0 is written as 0
  }

  const TextSink& sink_;
  fmt::memory_buffer text_;
};

/// The lines of `comment`, each after `prefix`, with control characters replaced.
inline std::string comment_lines(std::string_view prefix, std::string_view comment) {
  std::string text;
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    text += fmt::format("{}{}\n", prefix, printable_text(comment.substr(0, end)));
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  return text;
}

}  // namespace lode::detail
