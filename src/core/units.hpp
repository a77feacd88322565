#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include <lode/core/types.hpp>

namespace lode::detail {

/// A unit in which numbers are counted as integers whose magnitudes sum to less than 2^53.
struct Units {
  double unit = 1.0;
  /// False: the numbers are real. Each is rounded to a multiple of the unit, which is a power of two and at
  /// most 2^-51 of the sum of the magnitudes.
  bool exact = true;

  double to_part(double number) const { return exact ? number / unit : std::nearbyint(number / unit); }
  double to_graph(double count) const { return count * unit; }
};

/// The unit to which real numbers are rounded; `magnitude` is the sum of their magnitudes.
inline Units rounding_units(double magnitude) {
  constexpr int least = -1000;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return {std::ldexp(1.0, std::max(exponent - 52, least)), false};
}

/// Finds the largest unit of which all numbers are multiples: an odd integer times a power of two.
class CommonUnit {
 public:
  /// A number in the domain.
  void add(double number) {
    if (number == 0.0) return;
    const auto bits = std::bit_cast<std::uint64_t>(number);
    constexpr std::uint64_t hidden = std::uint64_t{1} << 52;
    const std::uint64_t mantissa = (bits & (hidden - 1)) | hidden;
    const int zeros = std::countr_zero(mantissa);
    if (odd_ != 1) odd_ = std::gcd(odd_, mantissa >> zeros);
    least_ = std::min(least_, static_cast<int>(bits >> 52 & 0x7FF) - 1075 + zeros);
  }
  void add(std::span<const double> numbers) {
    for (const double number : numbers) add(number);
  }
  /// The largest power of two of which all numbers are multiples; their magnitudes sum to `magnitude`.
  Units binary(double magnitude) const {
    if (odd_ == 0) return {};
    const double unit = std::ldexp(1.0, least_);
    return magnitude / unit < exact_integer_limit ? Units{unit, true} : rounding_units(magnitude);
  }
  /// That unit times the largest odd integer, so that sums are exact as doubles, too.
  Units largest(double magnitude) const {
    Units units = binary(magnitude);
    if (units.exact && odd_ > 0) units.unit *= static_cast<double>(odd_);
    return units;
  }

 private:
  std::uint64_t odd_ = 0;
  int least_ = std::numeric_limits<int>::max();
};

}  // namespace lode::detail
