#pragma once

#include <cmath>

#pragma GCC visibility push(default)
namespace lode {

/// Smallest magnitude in the domain of weights, values, costs, and the data A and b of least squares. All of
/// them may also be 0. Squares and sums of numbers in the domain do not overflow and lose no digits. Readers
/// and constructors refuse numbers outside of it.
inline constexpr double least_magnitude = 1e-100;
/// Largest magnitude in the domain.
inline constexpr double largest_magnitude = 1e100;

/// True for 0, and for a number whose magnitude is in the domain. False for NaN.
inline bool in_domain(double number) {
  const double magnitude = std::abs(number);
  return number == 0.0 || (magnitude >= least_magnitude && magnitude <= largest_magnitude);
}
/// The rule for errors: "weights[3] is 1e200: must be 0 or ...".
inline constexpr auto domain_words = "must be 0 or between 1e-100 and 1e100 in magnitude";

}  // namespace lode
#pragma GCC visibility pop
