#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace lode::detail {

static_assert(std::endian::native == std::endian::little);

/// A label of up to sixteen bytes, none of them zero, as one number: the first byte is the highest, so that
/// numbers compare as labels do.
struct PackedLabel {
  static constexpr std::size_t longest = 16;

  std::uint64_t high = 0;
  std::uint64_t low = 0;  ///< zero for labels of up to eight bytes

  /// label.size() <= longest.
  static PackedLabel of(std::string_view label) {
    char bytes[longest] = {};
    std::copy(label.begin(), label.end(), bytes);
    return load(bytes, label.size());
  }
  /// The same, where sixteen bytes can be read from `text` on; 1 <= size <= longest.
  static PackedLabel load(const char* text, std::size_t size) {
    if (size <= 8) return {word(text) & ~std::uint64_t{0} << (64 - 8 * std::max<std::size_t>(size, 1)), 0};
    return {word(text), word(text + 8) & ~std::uint64_t{0} << (128 - 8 * size)};
  }
  static bool fits(std::string_view label) {
    return label.size() <= longest && label.find('\0') == std::string_view::npos;
  }

  std::string text() const {
    std::string bytes;
    for (const std::uint64_t word : {high, low}) {
      for (int shift = 56; shift >= 0 && (word >> shift & 0xFF) != 0; shift -= 8) {
        bytes.push_back(static_cast<char>(word >> shift & 0xFF));
      }
    }
    return bytes;
  }

  friend auto operator<=>(const PackedLabel&, const PackedLabel&) = default;

 private:
  static std::uint64_t word(const char* text) {
    std::uint64_t word = 0;
    std::memcpy(&word, text, 8);
    return __builtin_bswap64(word);
  }
};

}  // namespace lode::detail
