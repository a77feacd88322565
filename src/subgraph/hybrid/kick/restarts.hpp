#pragma once

// What the searches with many starts share: the good sets met so far, seeds by core number, when to restart.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/subgraph/problem.hpp>

#include "core/linalg/portable_math.hpp"

namespace lode::detail {

/// A set met by a search and its weight.
struct Found {
  Weight weight = 0.0;
  VertexSet vertices;
};

/// The best sets of different weight, at most six.
class ElitePool {
 public:
  explicit ElitePool(bool integral) : sums_(sums_of(integral)) {}

  /// Keeps the set if it is among the best; it replaces one of equal weight.
  void offer(const Found& found) {
    for (Found& kept : sets_) {
      if (std::abs(kept.weight - found.weight) <= least_gain(kept.weight, sums_)) {
        kept = found;
        return;
      }
    }
    if (sets_.size() < capacity) {
      sets_.push_back(found);
      return;
    }
    Found& worst = *std::min_element(sets_.begin(), sets_.end(), lighter);
    if (found.weight > worst.weight) worst = found;
  }
  bool empty() const { return sets_.empty(); }
  const Found& best() const { return *std::max_element(sets_.begin(), sets_.end(), lighter); }
  const Found& draw(Rng& rng) const { return sets_[rng.below(sets_.size())]; }

 private:
  static constexpr std::size_t capacity = 6;
  static bool lighter(const Found& a, const Found& b) { return a.weight < b.weight; }

  Sums sums_;
  std::vector<Found> sets_;
};

/// A vertex by log-uniform rank from the end of an order that has the densest cores last.
inline Vertex draw_by_core(std::span<const Vertex> order, Rng& rng) {
  const std::size_t n = order.size();
  const double rank = detail::portable_exp(rng.uniform() * detail::portable_log(static_cast<double>(n)));
  return order[n - std::min(n, static_cast<std::size_t>(rank))];
}

/// 1, 1, 2, 1, 1, 2, 4, ...; i counts from 1.
inline std::uint64_t luby(std::uint64_t i) {
  for (;;) {
    std::uint64_t block = 1;  // 2^k - 1 >= i
    while (block < i) block = 2 * block + 1;
    if (block == i) return (block + 1) / 2;
    i -= block / 2;
  }
}

/// Vertices marked for a while; forgetting all of them costs O(1), and O(n) each time the counter has gone
/// round.
template <class Counter>
class CountedMarks {
 public:
  explicit CountedMarks(Vertex n) : mark_(n, 0) {}
  void clear() {
    if (++now_ != 0) return;
    std::fill(mark_.begin(), mark_.end(), Counter{0});
    now_ = 1;
  }
  void set(Vertex v) { mark_[v] = now_; }
  bool contains(Vertex v) const { return mark_[v] == now_; }

 private:
  std::vector<Counter> mark_;
  Counter now_ = 1;
};
using Marks = CountedMarks<std::uint32_t>;

}  // namespace lode::detail
