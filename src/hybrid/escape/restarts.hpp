#pragma once

// Restarts of a search: their seeds, their lengths, and marks on items.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>

#include "core/linalg/portable_math.hpp"

namespace lode::hybrid {

/// Luby's sequence 1, 1, 2, 1, 1, 2, 4, ...; i counts from 1. Cost: O(log^2 i).
/// Source: M. Luby, A. Sinclair, D. Zuckerman, Inf. Process. Lett. 47 (1993) 173-180.
constexpr std::uint64_t luby(std::uint64_t i) {
  for (;;) {
    std::uint64_t block = 1;  // 2^k - 1 >= i
    while (block < i) block = 2 * block + 1;
    if (block == i) return (block + 1) / 2;
    i -= block / 2;
  }
}

/// Lets the i-th start go after patience * luby(i) tries in a row without a gain.
class LubyRestarts {
 public:
  explicit LubyRestarts(std::uint64_t patience) : patience_(patience) {}

  /// The start of that number, from 1, begins.
  void begin(std::uint64_t start) {
    start_ = start;
    idle_ = 0;
  }
  /// Counts a try; true if the start is to be left.
  bool tried(bool gained) {
    idle_ = gained ? 0 : idle_ + 1;
    return idle_ >= patience_ * luby(start_);
  }

 private:
  std::uint64_t patience_;
  std::uint64_t start_ = 1;
  std::uint64_t idle_ = 0;
};

/// Draws tried before any usable item will do: all of them fail only where next to nothing is usable.
inline constexpr int seed_attempts = 32;

/// The first of up to `attempts` values of `draw()` that is usable, else `any()`.
template <class Draw, class Usable, class Any>
auto draw_usable(int attempts, Draw&& draw, Usable&& usable, Any&& any) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const auto item = draw();
    if (usable(item)) return item;
  }
  return any();
}

/// An item by log-uniform rank from the end: of 2^k items, k >= 1, the last one comes up once in k draws, and
/// so do the two before it together, the four before these, ... One draw; there must be an item.
template <class Item>
Item draw_near_end(std::span<const Item> order, Rng& rng) {
  const std::size_t n = order.size();
  const double rank =
      lode::detail::portable_exp(rng.uniform() * lode::detail::portable_log(static_cast<double>(n)));
  return order[n - std::min(n, static_cast<std::size_t>(rank))];
}

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
