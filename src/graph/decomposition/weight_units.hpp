#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <lode/graph/graph.hpp>

namespace lode::detail {

/// A weight in units over a number of vertices.
struct ExactDensity {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};
/// a > b.
inline bool denser(ExactDensity a, ExactDensity b) {
  __extension__ using Wide = __int128;
  return Wide{a.numerator} * b.denominator > Wide{b.numerator} * a.denominator;
}

/// Weights as whole multiples of one unit, so that densities can be compared exactly.
///
/// Integral graphs have unit 1. Real weights are rounded to multiples of the least power of two for which
/// their sum stays below 2^52 units, and below 2^61 units when it is multiplied by the number of vertices.
class WeightUnits {
 public:
  explicit WeightUnits(const Graph& graph) {
    if (graph.integral()) return;
    long double sum = 0.0L;  // may exceed the range of double
    for (const Weight w : graph.weights()) sum += w;
    int total = 0;
    int vertices = 0;
    std::frexp(sum, &total);
    std::frexp(static_cast<double>(graph.num_vertices()), &vertices);
    exponent_ = std::max(total + 1 - std::min(52, 61 - vertices), -1074);
    rounded_ = true;
  }

  /// True if weights may have been changed, by at most half a unit each.
  bool rounded() const { return rounded_; }
  double in_units(Weight weight) const { return rounded_ ? std::nearbyint(scaled(weight)) : weight; }

 private:
  /// In two steps, since 2^-exponent may be beyond the largest double.
  double scaled(Weight weight) const {
    return std::ldexp(std::ldexp(weight, -exponent_ / 2), -exponent_ + exponent_ / 2);
  }

  int exponent_ = 0;
  bool rounded_ = false;
};

}  // namespace lode::detail
