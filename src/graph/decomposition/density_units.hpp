#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

namespace lode::detail {

/// A density in units: a whole number of units of weight over a cost.
struct ExactDensity {
  double numerator = 0.0;
  double denominator = 1.0;

  double value() const { return numerator / denominator; }
};
/// a > b. Exact while each numerator times the other's denominator is below 2^63.
inline bool denser(ExactDensity a, ExactDensity b) {
  return static_cast<long double>(a.numerator) * static_cast<long double>(b.denominator) >
         static_cast<long double>(b.numerator) * static_cast<long double>(a.denominator);
}

/// A density below which all vertices are too light for a set of `density` that has at most `terms` vertices:
/// where numbers are not integers, the sum of costs and the comparison are rounded.
inline ExactDensity less_by_rounding(ExactDensity density, Vertex terms) {
  const double relative = 0x1p-40 + terms * 0x1p-51;
  return {density.numerator - std::abs(density.numerator) * relative, density.denominator};
}

/// Weights, values and costs in units.
///
/// Integers are their own units, and densities are compared exactly. If some number is not an integer, or the
/// integers are too large for that, weights and values are rounded to multiples of a power of two, and costs
/// are doubles.
class DensityUnits {
 public:
  /// Errors: InvalidArgument for a number of values or costs that is not that of the vertices, a value that
  /// is not finite, and a cost that is not positive and finite.
  explicit DensityUnits(const Graph& graph, const DensityTerms& terms = {});

  /// True if no number is rounded, and all comparisons are exact.
  bool exact() const { return exact_; }
  bool has_costs() const { return !terms_.costs.empty(); }
  const DensityTerms& terms() const { return terms_; }
  /// Logarithm of the unit of weights and values to base 2.
  int exponent() const { return exponent_; }
  /// Sum of the weights and |values|, where numbers are rounded.
  double magnitude() const { return magnitude_; }

  double in_units(Weight weight) const { return exact_ ? weight : std::nearbyint(weight * per_one_); }
  double value(Vertex v) const { return terms_.values.empty() ? 0.0 : in_units(terms_.values[v]); }
  double cost(Vertex v) const { return terms_.costs.empty() ? 1.0 : terms_.costs[v]; }
  /// A weight or density in the units of the caller.
  double outward(double units) const { return std::ldexp(units, exponent_); }

 private:
  DensityTerms terms_;
  bool exact_ = true;
  int exponent_ = 0;
  double per_one_ = 1.0;  ///< units
  double magnitude_ = 0.0;
};

/// The terms of some vertices.
DensityTerms terms_of(const DensityTerms& terms, const std::vector<Vertex>& vertices);

/// Logarithm of the power of two of which `magnitude` has between 2^51 and 2^52.
inline int exponent_of_unit(double magnitude) {
  constexpr int least = -1000;  // 2^1000 is a double
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return std::max(exponent - 52, least);
}

}  // namespace lode::detail
