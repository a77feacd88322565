#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::detail {

/// Rows of bits: the adjacency of a small graph, or sets of its vertices.
class BitRows {
 public:
  using Word = std::uint64_t;

  BitRows() = default;
  BitRows(Vertex rows, Vertex columns)
      : words_((columns + std::size_t{63}) / 64), bits_(words_ * rows, Word{0}) {}

  std::size_t words() const { return words_; }
  Word* row(Vertex i) { return bits_.data() + i * words_; }
  const Word* row(Vertex i) const { return bits_.data() + i * words_; }
  void set(Vertex i, Vertex j) { row(i)[j / 64] |= bit(j); }
  bool test(Vertex i, Vertex j) const { return row(i)[j / 64] >> (j % 64) & 1u; }

  /// The bit of j in its word.
  static Word bit(Vertex j) { return Word{1} << (j % 64); }

 private:
  std::size_t words_ = 0;
  std::vector<Word> bits_;
};

/// Calls `visit(j)` for the bits of word number w, lowest first.
template <class Visit>
void for_each_bit(BitRows::Word bits, std::size_t w, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) {
    visit(static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(bits))));
  }
}

}  // namespace lode::detail
