#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// A set of vertices of one side, one bit each.
using BitSet = std::vector<std::uint64_t>;

inline Vertex count_bits(std::span<const std::uint64_t> bits) {
  Vertex count = 0;
  for (const std::uint64_t word : bits) count += static_cast<Vertex>(std::popcount(word));
  return count;
}
inline bool has_bit(const BitSet& bits, Vertex v) { return bits[v / 64] >> (v % 64) & 1; }
inline void set_bit(BitSet& bits, Vertex v) { bits[v / 64] |= std::uint64_t{1} << (v % 64); }
inline void clear_bit(BitSet& bits, Vertex v) { bits[v / 64] &= ~(std::uint64_t{1} << (v % 64)); }

/// Calls `visit(v)` for the members in increasing order. `visit` may clear the bit of the member.
template <class Visit>
void for_each_bit(const BitSet& bits, const Visit& visit) {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    for (std::uint64_t word = bits[i]; word != 0; word &= word - 1)
      visit(static_cast<Vertex>(64 * i + static_cast<std::size_t>(std::countr_zero(word))));
  }
}

/// The rows of a small two-sided graph as bits. Memory: n1 n2 / 4 bytes.
class BitBlock {
 public:
  explicit BitBlock(const SideRows& rows) {
    for (std::size_t side = 0; side < 2; ++side) {
      size_[side] = rows.size(static_cast<int>(side));
      words_[side] = (std::size_t{size_[side]} + 63) / 64;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t words = words_[1 - side];
      bits_[side].assign(words * size_[side], 0);
      for (Vertex v = 0; v < size_[side]; ++v) {
        for (const Vertex w : rows.row(static_cast<int>(side), v))
          bits_[side][v * words + w / 64] |= std::uint64_t{1} << (w % 64);
      }
    }
  }
  Vertex size(std::size_t side) const { return size_[side]; }
  std::size_t words(std::size_t side) const { return words_[side]; }
  /// The neighbours of v, which lie on the other side.
  std::span<const std::uint64_t> row(std::size_t side, Vertex v) const {
    return std::span(bits_[side]).subspan(v * words_[1 - side], words_[1 - side]);
  }
  /// How many neighbours of v are in `others`.
  Vertex common(std::size_t side, Vertex v, const BitSet& others) const {
    const std::uint64_t* const mine = bits_[side].data() + v * words_[1 - side];
    Vertex count = 0;
    for (std::size_t i = 0; i < others.size(); ++i)
      count += static_cast<Vertex>(std::popcount(mine[i] & others[i]));
    return count;
  }

 private:
  std::array<Vertex, 2> size_ = {};
  std::array<std::size_t, 2> words_ = {};
  std::array<std::vector<std::uint64_t>, 2> bits_;
};

}  // namespace lode::detail
