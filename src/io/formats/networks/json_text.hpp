#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include <lode/core/run_context.hpp>

#include "io/formats/networks/network_sink.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// The bytes of a text one after another, for a parser that takes iterators.
///
/// Errors: InputError for more than 16 MiB since the last `met_value`; SystemError once the run is
/// interrupted.
class JsonText {
 public:
  JsonText(CompressedInput& input, const RunContext& run) : input_(input), run_(run), piece_(piece_bytes) {}

  bool done() { return at_ == end_ && !refill(); }
  char front() const { return *at_; }
  void advance() {
    if (*at_++ == '\n') {
      ++line_;
      line_begin_ = offset();
    }
  }
  /// Where the byte stands that was taken last.
  TextPlace place() const {
    const std::uint64_t taken = offset();
    return taken == line_begin_ ? TextPlace{line_, 1} : TextPlace{line_, taken - line_begin_};
  }
  /// Lines so far.
  std::uint64_t lines() const { return offset() == line_begin_ && line_ > 1 ? line_ - 1 : line_; }
  void met_value() { last_value_ = offset(); }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 18;
  static constexpr std::uint64_t longest_value = std::uint64_t{1} << 24;

  std::uint64_t offset() const { return piece_begin_ + static_cast<std::uint64_t>(at_ - piece_.data()); }
  bool refill();

  CompressedInput& input_;
  const RunContext& run_;
  std::vector<char> piece_;
  const char* at_ = piece_.data();
  const char* end_ = piece_.data();
  std::uint64_t piece_begin_ = 0;  ///< its place in the text
  std::uint64_t line_ = 1, line_begin_ = 0;
  std::uint64_t last_value_ = 0;
};

/// An iterator over the bytes that are left; two are the same if both or none are at the end.
class JsonBytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  JsonBytes() = default;  ///< the end
  explicit JsonBytes(JsonText& text) : text_(&text) {}

  char operator*() const { return text_->front(); }
  JsonBytes& operator++() {
    text_->advance();
    return *this;
  }
  JsonBytes operator++(int) {
    JsonBytes before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const JsonBytes& a, const JsonBytes& b) { return a.ended() == b.ended(); }

 private:
  bool ended() const { return !text_ || text_->done(); }

  JsonText* text_ = nullptr;
};

}  // namespace lode::detail
