#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <lode/core/types.hpp>

#include "core/page_buffer.hpp"

namespace lode::detail {

/// A set of 32-bit ids. It answers how many members are smaller than a given id.
class IdRanks {
 public:
  struct Word {
    std::uint64_t members;  ///< bit i: id 64 * index + i occurs
    std::uint64_t before;   ///< members in the words before
  };

  IdRanks() = default;
  explicit IdRanks(std::uint64_t largest_id) : words_(static_cast<std::size_t>(largest_id / 64) + 1) {}

  PageBuffer<Word>& words() { return words_; }
  const PageBuffer<Word>& words() const { return words_; }
  /// Makes room for ids up to `largest_id`. Members stay members.
  void extend(std::uint64_t largest_id) {
    const std::size_t wanted = static_cast<std::size_t>(largest_id / 64) + 1;
    if (words_.size() >= wanted) return;
    PageBuffer<Word> larger(std::max(wanted, 2 * words_.size()), Pages::small);
    std::copy(words_.begin(), words_.end(), larger.begin());
    std::fill(larger.begin() + words_.size(), larger.end(), Word{0, 0});
    words_ = std::move(larger);
  }
  /// Adds an id. There must be room for it.
  void insert(std::uint32_t id) { words_[id / 64].members |= std::uint64_t{1} << (id % 64); }
  void erase(std::uint32_t id) { words_[id / 64].members &= ~(std::uint64_t{1} << (id % 64)); }
  bool contains(std::uint32_t id) const { return words_[id / 64].members >> (id % 64) & 1; }
  /// Counts the members before each word. Returns the number of members.
  std::uint64_t finish() {
    std::uint64_t count = 0;
    for (Word& word : words_) {
      word.before = count;
      count += static_cast<std::uint64_t>(std::popcount(word.members));
    }
    return count;
  }
  Vertex rank(std::uint32_t id) const {
    const Word& word = words_[id / 64];
    const std::uint64_t below = word.members & ((std::uint64_t{1} << (id % 64)) - 1);
    return static_cast<Vertex>(word.before + static_cast<std::uint64_t>(std::popcount(below)));
  }

 private:
  PageBuffer<Word> words_;
};

}  // namespace lode::detail
