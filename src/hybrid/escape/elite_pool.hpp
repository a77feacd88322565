#pragma once

// The best points a search has met, to mix starts from.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/tolerance.hpp>

namespace lode::hybrid {

/// Two sums are the same value if they differ by no more than rounding.
struct SameSum {
  Sums sums = Sums::exact;
  bool operator()(double kept, double offered) const {
    return std::abs(kept - offered) <= least_gain(kept, sums);
  }
};

/// Which of two points of the same value stays.
enum class Twin { newer, older };

/// The best points of different value, at most `capacity`: the larger the better (searches for small values
/// offer -F). `Same(kept, offered)` says whether two values are one.
///
/// Cost: O(capacity) per offer, and a copy of the point when it is taken.
template <class Point, class Same = SameSum>
class ElitePool {
 public:
  explicit ElitePool(std::size_t capacity, Same same = {}, Twin twin = Twin::newer)
      : capacity_(capacity), same_(same), twin_(twin) {}

  /// Takes the point if it is among the best.
  template <class Offered>
  void offer(double value, Offered&& point) {
    for (Entry& kept : entries_) {
      if (!same_(kept.value, value)) continue;
      if (twin_ == Twin::newer) kept = {value, std::forward<Offered>(point)};
      return;
    }
    if (entries_.size() < capacity_) {
      entries_.push_back({value, std::forward<Offered>(point)});
      return;
    }
    Entry& worst = *std::min_element(entries_.begin(), entries_.end(), less);
    if (value > worst.value) worst = {value, std::forward<Offered>(point)};
  }
  void clear() { entries_.clear(); }

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  /// The other functions need a point.
  const Point& best() const { return std::max_element(entries_.begin(), entries_.end(), less)->point; }
  /// One draw.
  const Point& draw(Rng& rng) const { return entries_[rng.below(entries_.size())].point; }

 private:
  struct Entry {
    double value;
    Point point;
  };
  static bool less(const Entry& a, const Entry& b) { return a.value < b.value; }

  std::size_t capacity_;
  Same same_;
  Twin twin_;
  std::vector<Entry> entries_;
};

}  // namespace lode::hybrid
