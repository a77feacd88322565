#pragma once

#include <algorithm>
#include <cmath>

#pragma GCC visibility push(default)
namespace lode {

// Comparison of weights. Both rules are defined only here.

/// Relative tolerance for the rounding of sums of real weights. Such sums depend on the order of the terms.
inline constexpr double rounding_tolerance = 1e-12;
/// Relative tolerance within which a real weight counts as meeting an upper bound. No set can then be better
/// by more than this. Integral weights have no such tolerance.
inline constexpr double optimality_tolerance = 1e-9;

/// How sums of weights behave. Sums of integral weights are exact, so any gain counts. Sums of real weights
/// are rounded.
enum class Sums { exact, rounded };
/// The kind of sums of weights that are integral or not.
constexpr Sums sums_of(bool integral) { return integral ? Sums::exact : Sums::rounded; }

/// The least gain over `value` that counts. The terms of the sums are at most about `scale`.
inline double least_gain(double value, Sums sums, double scale = 0.0) {
  return sums == Sums::exact ? 0.0 : rounding_tolerance * std::max(std::abs(value), scale);
}
/// True if weight `a` is larger than weight `b` by more than rounding.
inline bool improves(double a, double b, Sums sums, double scale = 0.0) {
  return a > b + least_gain(b, sums, scale);
}
/// True if weight `a` is smaller than weight `b` by more than rounding.
inline bool worsens(double a, double b, Sums sums, double scale = 0.0) {
  return a < b - least_gain(b, sums, scale);
}

/// The least weight that meets `bound`. Bound and weight may be negative when vertices have values.
inline double least_meeting(double bound, Sums sums) {
  if (sums == Sums::exact) return bound;
  return bound * (bound < 0.0 ? 1.0 + optimality_tolerance : 1.0 - optimality_tolerance);
}
/// True if a set of this weight is as good as optimal: no set weighs more than `bound`, and this weight meets
/// `bound`.
inline bool meets(double bound, double weight, Sums sums) { return weight >= least_meeting(bound, sums); }

}  // namespace lode
#pragma GCC visibility pop
