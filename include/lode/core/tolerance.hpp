#pragma once

#include <algorithm>
#include <cmath>

#pragma GCC visibility push(default)
namespace lode {

/// How weights are compared: the one place for both rules.

/// Relative room for the rounding of sums of real weights, which depends on their order.
inline constexpr double rounding_tolerance = 1e-12;
/// Relative room in which a real weight counts as meeting a bound: no set is known to be better, and none is
/// by more than this. Integral weights have none.
inline constexpr double optimality_tolerance = 1e-9;

/// Sums of integral weights are exact, and any gain counts; sums of real ones are rounded.
enum class Sums { exact, rounded };
constexpr Sums sums_of(bool integral) { return integral ? Sums::exact : Sums::rounded; }

/// The least gain that counts over `value`, for sums whose terms are at most about `scale`.
inline double least_gain(double value, Sums sums, double scale = 0.0) {
  return sums == Sums::exact ? 0.0 : rounding_tolerance * std::max(std::abs(value), scale);
}
/// True if the weight `a` is larger than `b` by more than rounding.
inline bool improves(double a, double b, Sums sums, double scale = 0.0) {
  return a > b + least_gain(b, sums, scale);
}
/// True if the weight `a` is smaller than `b` by more than rounding.
inline bool worsens(double a, double b, Sums sums, double scale = 0.0) {
  return a < b - least_gain(b, sums, scale);
}

/// The least weight that meets the bound; with values of vertices either may be negative.
inline double least_meeting(double bound, Sums sums) {
  if (sums == Sums::exact) return bound;
  return bound * (bound < 0.0 ? 1.0 + optimality_tolerance : 1.0 - optimality_tolerance);
}
/// True if a set of this weight is as good as optimal: no set weighs more than `bound`.
inline bool meets(double bound, double weight, Sums sums) { return weight >= least_meeting(bound, sums); }

}  // namespace lode
#pragma GCC visibility pop
