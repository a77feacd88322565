#pragma once

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
/// where costs are not whole numbers, their sum and the comparison are rounded.
inline ExactDensity less_by_rounding(ExactDensity density, Vertex terms) {
  const double relative = 0x1p-40 + terms * 0x1p-51;
  return {density.numerator - std::abs(density.numerator) * relative, density.denominator};
}

/// Weights, values and costs as multiples of units, so that densities can be compared exactly.
///
/// Weights and values share a unit, costs have one of their own. Integers have unit 1. Decimals of up to six
/// digits have a power of ten. Other weights are rounded to multiples of the least power of two for which
/// their sum stays below 2^52 units, and below 2^61 units when it is multiplied by the sum of the costs.
/// Other costs are not rounded; densities are then compared as they come out in doubles.
class DensityUnits {
 public:
  /// Errors: InvalidArgument for a number of values or costs that is not that of the vertices, a value that
  /// is not finite, and a cost that is not positive and finite.
  explicit DensityUnits(const Graph& graph, const DensityTerms& terms = {});

  /// True if weights or values may have been changed, by at most half a unit each, or have a unit that is no
  /// power of two.
  bool rounded() const { return rounded_; }
  /// True if every number is a decimal of a few digits, and its number of units that without a point.
  bool decimal() const { return !scale_.round; }
  /// True if costs are whole numbers here, so that all comparisons are exact.
  bool whole_costs() const { return whole_costs_; }
  bool has_costs() const { return !terms_.costs.empty(); }
  const DensityTerms& terms() const { return terms_; }

  double in_units(Weight weight) const;
  /// The weight of a whole number of units: the nearest double. in_units gives the number back.
  Weight weight_of(double units) const;
  /// How far a sum of so many weights and values in units may be from the true one in units; `magnitude` is
  /// the sum of what they are without signs.
  double rounding(std::size_t numbers, double magnitude) const;
  double value(Vertex v) const { return terms_.values.empty() ? 0.0 : in_units(terms_.values[v]); }
  double cost(Vertex v) const { return terms_.costs.empty() ? 1.0 : in_cost_units(terms_.costs[v]); }
  /// A density in the units of the caller.
  double outward(double density) const;

 private:
  /// How a list of numbers is counted: times 10^decimals, times 2^-exponent.
  struct Scale {
    int decimals = 0;
    int exponent = 0;
    bool round = false;
  };
  static double scaled(double number, const Scale& scale);
  double in_cost_units(double cost) const { return whole_costs_ ? scaled(cost, cost_scale_) : cost; }
  void choose_costs();
  void choose_weights(const Graph& graph);

  DensityTerms terms_;
  Scale scale_;
  Scale cost_scale_;
  bool rounded_ = false;
  bool whole_costs_ = true;
  double cost_total_ = 0.0;
};

}  // namespace lode::detail
