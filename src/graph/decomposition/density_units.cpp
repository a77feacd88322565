#include "graph/decomposition/density_units.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

constexpr int most_decimals = 6;
constexpr std::array<double, most_decimals + 1> powers_of_ten = {1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
constexpr double most_exact = 0x1p52;

/// The least number of decimals that writes a number down, or more than there may be.
int decimals_of(double number, int at_least) {
  for (int k = at_least; k <= most_decimals; ++k) {
    const double power = powers_of_ten[static_cast<std::size_t>(k)];
    const double whole = std::nearbyint(number * power);
    if (std::abs(whole) < most_exact && whole / power == number) return k;
  }
  return most_decimals + 1;
}

void check_terms(const DensityTerms& terms, Vertex num_vertices) {
  const auto check_size = [&](const char* name, std::span<const Weight> numbers) {
    if (numbers.empty() || numbers.size() == num_vertices) return;
    throw InvalidArgument(name, std::to_string(numbers.size()) + " numbers",
                          fmt::format("must be one for each of the {} vertices", num_vertices));
  };
  check_size("values", terms.values);
  check_size("costs", terms.costs);
  for (std::size_t v = 0; v < terms.values.size(); ++v) {
    if (in_domain(terms.values[v])) continue;
    throw InvalidArgument(fmt::format("values[{}]", v), fmt::format("{}", terms.values[v]), domain_words);
  }
  for (std::size_t v = 0; v < terms.costs.size(); ++v) {
    if (in_domain(terms.costs[v]) && terms.costs[v] > 0.0) continue;
    throw InvalidArgument(fmt::format("costs[{}]", v), fmt::format("{}", terms.costs[v]),
                          "must be from 1e-100 to 1e100");
  }
}

}  // namespace

DensityUnits::DensityUnits(const Graph& graph, const DensityTerms& terms) : terms_(terms) {
  refuse_signed_weights(graph, "densest sets");
  check_terms(terms, graph.num_vertices());
  choose_costs();
  if (terms.costs.empty()) cost_total_ = graph.num_vertices();
  choose_weights(graph);
}

void DensityUnits::choose_costs() {
  int decimals = 0;
  for (const double cost : terms_.costs) {
    decimals = decimals_of(cost, decimals);
    if (decimals > most_decimals) break;
  }
  cost_scale_.decimals = decimals;
  long double total = 0.0L;
  if (decimals <= most_decimals) {
    for (const double cost : terms_.costs) total += scaled(cost, cost_scale_);
  }
  constexpr long double most_cost = 0x1p40L;
  whole_costs_ = decimals <= most_decimals && total < most_cost;
  cost_total_ = static_cast<double>(total);
}

void DensityUnits::choose_weights(const Graph& graph) {
  long double sum = 0.0L;  // may exceed the range of double
  int decimals = 0;
  const auto add = [&](double number, int k) {
    sum += std::abs(static_cast<long double>(number));
    return k > most_decimals ? k : decimals_of(number, k);
  };
  if (graph.integral()) {
    sum = static_cast<long double>(graph.total_weight());
  } else {
    for (const Weight w : graph.weights()) decimals = add(w, decimals);
    sum /= 2.0L;
  }
  for (const double value : terms_.values) decimals = add(value, decimals);
  if (graph.integral() && terms_.values.empty() && terms_.costs.empty()) return;
  if (whole_costs_ && decimals <= most_decimals) {
    const long double units = sum * powers_of_ten[static_cast<std::size_t>(decimals)];
    if (units < 0x1p52L && units * static_cast<long double>(cost_total_) < 0x1p61L) {
      scale_.decimals = decimals;
      rounded_ = decimals > 0;
      return;
    }
    if (!terms_.costs.empty()) whole_costs_ = false;
  }
  int total = 0;
  int costs = 0;
  std::frexp(2.0L * sum, &total);
  std::frexp(whole_costs_ ? cost_total_ : 1.0, &costs);
  // Without whole costs, what a vertex is to have is rounded to these units: they are to be small.
  scale_.exponent = std::max(total + 1 - std::min(52, 61 - costs), -1074);
  scale_.round = true;
  rounded_ = true;
}

double DensityUnits::scaled(double number, const Scale& scale) {
  if (scale.round) {  // in two steps, since 2^-exponent may be beyond the largest double
    return std::nearbyint(
        std::ldexp(std::ldexp(number, -scale.exponent / 2), -scale.exponent + scale.exponent / 2));
  }
  if (scale.decimals == 0) return number;
  return std::nearbyint(number * powers_of_ten[static_cast<std::size_t>(scale.decimals)]);
}

double DensityUnits::in_units(Weight weight) const { return scaled(weight, scale_); }

Weight DensityUnits::weight_of(double units) const {
  if (!scale_.round) return units / powers_of_ten[static_cast<std::size_t>(scale_.decimals)];
  return std::ldexp(std::ldexp(units, scale_.exponent / 2), scale_.exponent - scale_.exponent / 2);
}

double DensityUnits::rounding(std::size_t numbers, double magnitude) const {
  if (!rounded_) return 0.0;
  return scale_.round ? 0.5 * static_cast<double>(numbers) : 0x1p-52 * magnitude;
}

double DensityUnits::outward(double density) const {
  density = weight_of(density);
  return whole_costs_ ? density * powers_of_ten[static_cast<std::size_t>(cost_scale_.decimals)] : density;
}

}  // namespace lode::detail
