#pragma once

#include <cmath>
#include <vector>

#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

#include "core/units.hpp"

namespace lode::detail {

/// A density: weight and values, in some unit, over a cost.
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

/// Weights and values in units, and costs. If weights and values have a common unit, costs are integers, and
/// products of their sums stay below 2^61, densities are compared exactly. Otherwise weights and values are
/// rounded.
class DensityUnits {
 public:
  /// Errors: InvalidArgument for a number of values or costs that is not that of the vertices, a value that
  /// is not finite, and a cost that is not positive and finite.
  explicit DensityUnits(const Graph& graph, const DensityTerms& terms = {});

  /// True if no number is rounded, and all comparisons are exact.
  bool exact() const { return units_.exact; }
  bool has_costs() const { return !terms_.costs.empty(); }
  const DensityTerms& terms() const { return terms_; }
  double unit() const { return units_.unit; }

  double in_units(Weight weight) const { return units_.to_part(weight); }
  double value(Vertex v) const { return terms_.values.empty() ? 0.0 : in_units(terms_.values[v]); }
  double cost(Vertex v) const { return terms_.costs.empty() ? 1.0 : terms_.costs[v]; }
  /// A weight or density in the units of the caller.
  double to_graph(double units) const { return units_.to_graph(units); }

 private:
  DensityTerms terms_;
  Units units_;
};

/// The terms of some vertices.
DensityTerms terms_of(const DensityTerms& terms, const std::vector<Vertex>& vertices);

/// Loads with the values of their vertices, each at least the true sum, as upper bounds of ratios need them.
/// Cost: O(n + m).
std::vector<long double> rounded_up(const Graph& graph, const DensityTerms& terms,
                                    const std::vector<Weight>& load);

}  // namespace lode::detail
