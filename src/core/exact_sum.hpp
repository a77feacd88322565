#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace lode::detail {

/// A sum of doubles without rounding: parts that do not overlap, of increasing magnitude, whose sum is the
/// exact one (Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997).
///
/// Cost: O(parts) per term; there are at most some forty parts. The sum of magnitudes must be finite.
class ExactSum {
 public:
  void add(double term) {
    std::size_t kept = 0;
    for (double part : parts_) {
      if (std::abs(term) < std::abs(part)) std::swap(term, part);
      const double sum = term + part;
      const double rest = part - (sum - term);
      if (rest != 0.0) parts_[kept++] = rest;
      term = sum;
    }
    parts_.resize(kept);
    if (term != 0.0) parts_.push_back(term);
  }
  void subtract(double term) { add(-term); }
  /// -1, 0 or 1, as the exact sum is negative, zero or positive: the sign of the largest part.
  int sign() const {
    if (parts_.empty()) return 0;
    return parts_.back() > 0.0 ? 1 : -1;
  }

 private:
  std::vector<double> parts_;
};

}  // namespace lode::detail
