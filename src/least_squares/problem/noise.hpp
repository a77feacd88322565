#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace lode::least_squares::detail {

/// Relative: thousands of units in the last place; what differs by less is equal, what is less is nothing.
inline constexpr double rounding_share = 1e-12;

/// Zeros in the place of values that are rounding beside the largest.
inline void drop_noise(std::span<double> x) {
  double most = 0.0;
  for (const double value : x) most = std::max(most, std::abs(value));
  for (double& value : x) {
    if (std::abs(value) <= rounding_share * most) value = 0.0;
  }
}

}  // namespace lode::least_squares::detail
