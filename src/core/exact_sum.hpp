#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace lode::detail {

/// A sum of doubles without rounding.
///
/// The sum is kept as doubles whose bits do not overlap, in order of increasing magnitude. Their exact sum is
/// the sum of all terms. The sum of the magnitudes of all terms must be finite.
///
/// Cost:   O(parts) per term; there are at most about forty parts.
/// Source: J. R. Shewchuk, Adaptive precision floating-point arithmetic, Discrete Comput. Geom. 18 (1997).
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
  /// -1, 0 or 1 for a negative, zero or positive sum. The largest part has the sign of the sum.
  int sign() const {
    if (parts_.empty()) return 0;
    return parts_.back() > 0.0 ? 1 : -1;
  }
  /// The sum to within a unit in the last place, and exactly if it is a double.
  double rounded() const {
    double sum = 0.0;
    for (const double part : parts_) sum += part;
    return sum;
  }

 private:
  std::vector<double> parts_;
};

}  // namespace lode::detail
