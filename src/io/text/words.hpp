#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lode::detail {

// Text in words of eight bytes; the first byte is lowest.
static_assert(std::endian::native == std::endian::little);

inline std::uint64_t load_word(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, 8);
  return word;
}

/// memcpy for texts, most of which are short.
inline void copy_text(char* to, const char* from, std::size_t size) {
  if (size >= 8) {
    std::uint64_t word = load_word(from + size - 8);
    std::memcpy(to + size - 8, &word, 8);
    for (std::size_t i = 0; i + 8 < size; i += 8) {
      word = load_word(from + i);
      std::memcpy(to + i, &word, 8);
    }
  } else {
    for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
  }
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

}  // namespace lode::detail
