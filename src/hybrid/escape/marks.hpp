#pragma once

// Which items are marked for a while.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lode::hybrid {

/// Marks on the items 0 ... n-1; forgetting all of them costs O(1), and O(n) each time the counter has gone
/// round.
template <class Counter>
class CountedMarks {
 public:
  explicit CountedMarks(std::size_t n) : mark_(n, 0) {}
  void clear() {
    if (++now_ != 0) return;
    std::fill(mark_.begin(), mark_.end(), Counter{0});
    now_ = 1;
  }
  void set(std::size_t item) { mark_[item] = now_; }
  bool contains(std::size_t item) const { return mark_[item] == now_; }

 private:
  std::vector<Counter> mark_;
  Counter now_ = 1;
};
using Marks = CountedMarks<std::uint32_t>;

}  // namespace lode::hybrid
