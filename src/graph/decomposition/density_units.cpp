#include "graph/decomposition/density_units.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

bool whole(double number) { return std::nearbyint(number) == number; }

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

DensityTerms terms_of(const DensityTerms& terms, const std::vector<Vertex>& vertices) {
  DensityTerms part;
  for (const Vertex v : vertices) {
    if (!terms.values.empty()) part.values.push_back(terms.values[v]);
    if (!terms.costs.empty()) part.costs.push_back(terms.costs[v]);
  }
  return part;
}

DensityUnits::DensityUnits(const Graph& graph, const DensityTerms& terms) : terms_(terms) {
  refuse_signed_weights(graph, "densest sets");
  check_terms(terms, graph.num_vertices());
  if (graph.integral() && terms.values.empty() && terms.costs.empty()) return;
  double magnitude = graph.total_weight();
  for (const double value : terms.values) magnitude += std::abs(value);
  double cost = graph.num_vertices();
  if (has_costs()) cost = std::accumulate(terms.costs.begin(), terms.costs.end(), 0.0);
  CommonUnit common;
  if (!graph.weighted()) common.add(1.0);
  common.add(graph.weights());
  common.add(terms.values);
  units_ = common.binary(magnitude);
  const bool fits = cost < exact_integer_limit && magnitude / units_.unit * cost < 0x1p61;
  if (!fits || !std::ranges::all_of(terms.costs, whole)) units_ = rounding_units(magnitude);
}

std::vector<long double> rounded_up(const Graph& graph, const DensityTerms& terms,
                                    const std::vector<Weight>& load) {
  std::vector<long double> sum(load.size());
  for (Vertex v = 0; v < load.size(); ++v) {
    const long double value = terms.values.empty() ? 0.0 : terms.values[v];
    const long double rounding = (graph.degree(v) + 4.0L) * 0x1p-52L;
    sum[v] = load[v] + value + rounding * (std::abs(load[v]) + 2.0L * std::abs(value));
  }
  return sum;
}

}  // namespace lode::detail
