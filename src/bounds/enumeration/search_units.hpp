#pragma once

#include <cmath>
#include <cstdint>

#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// Weights as whole multiples of one unit, so that a search can add and subtract them exactly.
///
/// Integral graphs have unit 1. Real weights are rounded up to multiples of a power of two so small that the
/// edges of s vertices stay below 2^61 units: a set holds at least its weight in units, and at most one unit
/// per edge more.
class SearchUnits {
 public:
  SearchUnits(const Graph& graph, Vertex s) : integral_(graph.integral()) {
    if (integral_) return;
    double largest = 0.0;
    for (const Weight w : graph.weights()) largest = std::max(largest, w);
    int weight_bits = 0;
    int pair_bits = 0;
    std::frexp(largest, &weight_bits);
    std::frexp(static_cast<double>(possible_edges(s)), &pair_bits);
    exponent_ = weight_bits + pair_bits - 61;
  }

  std::int64_t of_edge(Weight weight) const {
    return static_cast<std::int64_t>(std::ceil(std::ldexp(weight, -exponent_)));
  }
  /// Units of every set of s vertices that weighs at most `weight`: at most this many.
  std::int64_t of_bound(double weight, Vertex s) const {
    const double limit = 2305843009213693952.0;  // 2^61
    const double units = std::min(limit, std::floor(std::ldexp(weight, -exponent_)));
    return static_cast<std::int64_t>(units) + (integral_ ? 0 : static_cast<std::int64_t>(possible_edges(s)));
  }
  /// No set of at most this many units weighs more.
  double weight_of(std::int64_t units) const {
    const double weight = std::ldexp(static_cast<double>(units), exponent_);
    return static_cast<double>(units) < exact_integer_limit ? weight : std::nextafter(weight, HUGE_VAL);
  }
  /// The least improvement worth looking for: a heavier set for integral weights, one heavier by 5e-10 for
  /// real ones.
  std::int64_t above(std::int64_t units) const {
    return units + 1 + (integral_ ? 0 : static_cast<std::int64_t>(static_cast<double>(units) * 5e-10));
  }

 private:
  bool integral_;
  int exponent_ = 0;
};

}  // namespace lode::subgraph::detail
