#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/stream/compressed_input.hpp"

namespace lode::detail {

inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Whole lines of a text; every one ends in '\n', the last line of the text too.
struct LineBlock {
  std::unique_ptr<char[]> text;
  std::size_t capacity = 0;
  std::size_t size = 0;
  std::uint64_t index = 0;  ///< 0, 1, ... in the order of the text
  bool overlong = false;    ///< holds the beginning of one line longer than the limit

  const char* begin() const { return text.get(); }
  const char* end() const { return text.get() + size; }
};

/// Cuts a text into blocks of whole lines. A byte order mark at the very beginning is dropped.
///
/// Cost: one copy of the text; memory of a block is its bytes, whatever the length of the text, and no more
/// than a short text needs.
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
  std::string rest_;  ///< the unfinished last line of the block before
  std::uint64_t count_ = 0;
  bool ended_ = false;
};

}  // namespace lode::detail
