#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace lode::detail {

/// Writes items to many places at once through one cache line per place, so that a scatter over hundreds of
/// buckets costs one memory transaction per line instead of one per item.
template <class Item>
class CombiningWriter {
  static constexpr std::size_t line = 64 / sizeof(Item);
  static_assert(64 % sizeof(Item) == 0);

 public:
  /// `cursors[b]` is the index in `out` of the first item of bucket b.
  CombiningWriter(Item* out, std::vector<std::uint64_t> cursors)
      : out_(out),
        begin_(cursors),
        next_(std::move(cursors)),
        lines_(std::make_unique_for_overwrite<Line[]>(next_.size())) {}

  void push(std::size_t bucket, const Item& item) {
    const std::uint64_t place = next_[bucket]++;
    const std::size_t slot = place % line;
    lines_[bucket].items[slot] = item;
    if (slot == line - 1) write(bucket, place + 1 - line, place + 1);
  }

  /// Writes what is still held back.
  void flush() {
    for (std::size_t b = 0; b < next_.size(); ++b) write(b, next_[b] / line * line, next_[b]);
  }

 private:
  struct alignas(64) Line {
    Item items[line];
  };

  /// Items [first, last) of one line; those before the start of the bucket belong to somebody else.
  void write(std::size_t bucket, std::uint64_t first, std::uint64_t last) {
    if (first >= begin_[bucket] && last - first == line) {
      std::memcpy(static_cast<void*>(out_ + first), lines_[bucket].items, 64);
      return;
    }
    const std::uint64_t from = std::max(first, begin_[bucket]);
    if (from < last) {
      std::memcpy(static_cast<void*>(out_ + from), lines_[bucket].items + from % line,
                  (last - from) * sizeof(Item));
    }
  }

  Item* out_;
  std::vector<std::uint64_t> begin_;
  std::vector<std::uint64_t> next_;
  std::unique_ptr<Line[]> lines_;
};

}  // namespace lode::detail
