#include "bounds/set_family.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/subgraph/problem.hpp>

#include "core/exact_sum.hpp"
#include "subgraph/problem/valued_graph.hpp"

namespace lode::subgraph {
namespace {

/// Sums of integers below this are exact.
constexpr double exact_sums = 0x1p53;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The unit of the weights and values of a family, the largest number of which all are integral multiples:
/// the greatest common divisor of odd integers times the least power of two. Nothing where it is 1 or that of
/// all edges, or sums are not exact.
std::optional<double> common_unit(const Graph& graph, const SetFamily& family) {
  const bool counts_edges = !graph.weighted() && graph.num_arcs() > 0;
  if (counts_edges && family.values.empty()) return std::nullopt;
  std::uint64_t odd = 0;
  int least = std::numeric_limits<int>::max();
  const auto take = [&](double number) {
    if (number == 0.0) return;
    int exponent = 0;
    const double fraction = std::frexp(std::abs(number), &exponent);
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    const int zeros = std::countr_zero(mantissa);
    odd = std::gcd(odd, mantissa >> zeros);
    least = std::min(least, exponent - 53 + zeros);
  };
  if (counts_edges) take(1.0);
  std::ranges::for_each(graph.weights(), take);
  std::ranges::for_each(family.values, take);
  if (odd == 0) return std::nullopt;
  const auto odd_part = static_cast<double>(odd);
  const double unit = std::ldexp(odd_part, least);
  long double sum = static_cast<long double>(graph.weight_magnitude()) / unit;
  for (const Weight value : family.values) sum += std::abs(value / unit);
  const bool all_equal = graph.weighted() && graph.num_arcs() > 0 &&
                         std::ranges::all_of(graph.weights(), [&](Weight weight) { return weight == unit; });
  if (!(sum * odd_part < exact_sums) || (unit == 1.0 && !all_equal)) return std::nullopt;
  return unit;
}

/// The same graph with other weights, without weights where all are integers and each is 1.
Graph counted(const Graph& graph, std::vector<Weight> weights, bool integral) {
  if (integral && std::ranges::all_of(weights, [](Weight weight) { return weight == 1.0; })) weights.clear();
  return with_weights(graph, std::move(weights), !integral);
}

/// The same graph with its weights counted in units.
Graph in_units(const Graph& graph, double unit) {
  std::vector<Weight> weights;
  weights.reserve(graph.num_arcs());
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) weights.push_back(graph.arc_weight(arc) / unit);
  return counted(graph, std::move(weights), true);
}

/// Up to so many vertices, semidefinite bounds and searches are fast: nothing of negative weights is given
/// away.
constexpr Vertex always_pairs = 200;
constexpr Vertex most_pairs = 2000;

/// What becomes of the negative weights among some vertices.
SignForm sign_form(const Graph& graph) {
  if (!graph.signed_weights()) return SignForm::none;
  const Vertex n = graph.num_vertices();
  if (n <= always_pairs) return SignForm::pairs;
  const bool is_dense = 2 * graph.num_edges() >= possible_edges(n);
  const bool is_mostly_negative = graph.total_weight() <= 0.0;
  return n <= most_pairs && (is_dense || is_mostly_negative) ? SignForm::pairs : SignForm::positive;
}

/// The graph without negative weights: every pair weighs `raise` more, rounded up where that is not exact, or
/// edges of negative weight are left out.
Graph without_signs(const Graph& graph, SignForm form, double raise) {
  const Vertex n = graph.num_vertices();
  Graph unsigned_graph;
  if (form == SignForm::pairs) {
    unsigned_graph = graph_of_pairs(graph, std::vector<Weight>(n, 0.0), 2, raise);
  } else {
    std::vector<WeightedEdge> edges;
    for (Vertex v = 0; v < n; ++v) {
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (v < u && w > 0.0) edges.push_back({v, u, w});
      });
    }
    unsigned_graph = Graph::from_edges(edges, n);
  }
  std::vector<Weight> weights(unsigned_graph.weights().begin(), unsigned_graph.weights().end());
  if (form == SignForm::pairs && !graph.integral()) {
    for (Weight& weight : weights) weight = std::nextafter(weight, infinity);
  }
  return counted(unsigned_graph, std::move(weights), graph.integral());
}

enum class Place : char { open, included, excluded };

std::vector<Place> places_of(const Graph& graph, const SetFamily& family) {
  check_vertices(graph, family.include, "vertex to include");
  check_vertices(graph, family.exclude, "vertex to exclude");
  std::vector<Place> places(graph.num_vertices(), Place::open);
  for (const Vertex v : family.exclude) places[v] = Place::excluded;
  for (const Vertex v : family.include) {
    if (places[v] == Place::excluded) {
      throw InvalidArgument("include", graph.name(v), "is excluded too", "ask for one of the two");
    }
    places[v] = Place::included;
  }
  return places;
}

/// Sets base, `each` and the values, and makes the graph of the part one of real weights unless the family is
/// integral.
///
/// One rule for all families: a family is integral if its weights and values are integers and
/// W + C + |base| + (n + 1) |each| + 3 R and all values sum to less than 2^53, W the magnitude of all
/// weights, C that of the values given, R what all pairs are raised by.
void add_values(const Graph& graph, const SetFamily& family, const std::vector<Place>& places,
                ReducedFamily& reduced) {
  const Vertex n = reduced.part.graph.num_vertices();
  bool integral = graph.integral();
  long double all = graph.weight_magnitude() + 3.0L * reduced.raised_by(n);
  // Adds the value of v and its edges to included vertices (to smaller ones of them, if it is one itself).
  const auto add_terms = [&](Vertex v, lode::detail::ExactSum& sum) {
    const double own = family.values.empty() ? 0.0 : family.values[v];
    sum.add(own);
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (places[u] == Place::included && (places[v] != Place::included || u < v)) sum.add(w);
    });
    integral = integral && own == std::floor(own);
    all += std::abs(own);
  };
  lode::detail::ExactSum base;
  for (const Vertex v : reduced.include) add_terms(v, base);
  reduced.base = base.rounded();
  std::vector<Weight> values;
  for (Vertex v = 0; v < n && !(family.include.empty() && family.values.empty()); ++v) {
    lode::detail::ExactSum sum;
    add_terms(reduced.part.outward(v), sum);
    values.push_back(sum.rounded());
  }
  const double least = values.empty() ? 0.0 : std::ranges::min(values);
  all += std::abs(reduced.base) + std::abs(least) * (graph.num_vertices() + 1.0L);
  for (const Weight value : values) all += value - least;
  integral = integral && all < exact_sums;
  if (!integral && reduced.part.graph.integral()) {
    reduced.part.graph = with_real_weights(reduced.part.graph);
  }
  const auto rounded_up = [&](double sum) {
    return integral || sum == 0.0 ? sum : std::nextafter(sum, infinity);
  };
  reduced.base = rounded_up(reduced.base);
  if (values.empty()) return;
  reduced.each = rounded_up(least);
  for (Weight& value : values) value = rounded_up(rounded_up(value) - reduced.each);
  if (std::ranges::max(values) > 0.0) {
    reduced.part.values = values;
    reduced.values = VertexValues(std::move(values), integral);
  }
}

}  // namespace

Vertex ReducedFamily::inward(Vertex s) const {
  if (s >= include.size()) return s - static_cast<Vertex>(include.size());
  throw InvalidArgument(
      "s", std::to_string(s),
      fmt::format("must be at least the number of vertices to include, {}", include.size()));
}

double ReducedFamily::outward_bound(Vertex t, double bound) const {
  if (std::isinf(bound)) return bound;
  double outward = bound;
  if (base != 0.0 || each != 0.0 || raised != 0.0) {
    const long double shift = static_cast<long double>(each) * t;
    const long double raise = raised_by(t);
    long double sum = base + shift;
    long double magnitude = std::abs(base) + std::abs(shift);
    if (gains || bound < raise) {  // else sets add nothing, and raised pairs were rounded up
      sum += bound - raise;
      magnitude += std::abs(bound) + raise;
    }
    if (!part.graph.integral()) sum += magnitude * 8.0L * 0x1p-63L;
    outward = static_cast<double>(sum);
    if (outward < sum) outward = std::nextafter(outward, infinity);
  }
  const double product = outward * unit;
  const bool is_below = std::fma(outward, unit, -product) > 0.0;
  return is_below ? std::nextafter(product, infinity) : product;
}

double ReducedFamily::room(Vertex s) const {
  if (part.graph.integral()) return 0.0;
  const Vertex t = inward(s);
  const long double shifts = std::abs(base) + std::abs(static_cast<long double>(each)) * t + raised_by(t);
  return optimality_tolerance * static_cast<double>(shifts * unit);
}

double ReducedFamily::inward_weight(Vertex t, Weight weight) const {
  const double quotient = weight / unit;
  const double scaled =
      std::fma(quotient, unit, -weight) < 0.0 ? std::nextafter(quotient, infinity) : quotient;
  if (base == 0.0 && each == 0.0 && signs == SignForm::none) return scaled;
  const long double shift = static_cast<long double>(each) * t;
  return std::max(0.0, static_cast<double>(scaled - base - shift + raised_by(t)));
}

double ReducedFamily::inward_bound(Vertex t, double upper_bound) const {
  const double inside = inward_weight(t, upper_bound);
  if (part.graph.integral()) return inside;
  // A weight is a sum of as many doubles as the set has edges.
  double terms = static_cast<double>(possible_edges(outward(t)));
  if (include.empty()) terms = std::min(terms, static_cast<double>(part.graph.num_edges()));
  const double margin = (terms + 8.0) * 0x1p-53;
  // Every weight of a pair was rounded up once more.
  const double raise = 4.0 * static_cast<double>(raised_by(t));
  return inside + (std::abs(upper_bound) / unit + std::abs(base) + std::abs(each) * t + raise) * margin;
}

VertexSet ReducedFamily::outward_set(const VertexSet& vertices) const {
  VertexSet set = include;
  for (const Vertex v : vertices) set.push_back(part.outward(v));
  if (!include.empty()) std::sort(set.begin(), set.end());
  return set;
}

ReducedFamily reduce_family(const Graph& graph, const SetFamily& family) {
  check_values(graph, family.values);
  if (family.core_of) {
    refuse_signed_weights(graph, "bounds of a declared core");
    if (!family.values.empty()) {
      throw InvalidArgument("values", std::to_string(family.values.size()),
                            "are given for the core alone, and the vertices outside have none",
                            "leave out either the values or what declares the core");
    }
    check_core_origin(graph, *family.core_of, "the graph");
  } else if (const auto unit = common_unit(graph, family)) {
    SetFamily counted = family;
    for (Weight& value : counted.values) value /= *unit;
    ReducedFamily reduced = reduce_family(in_units(graph, *unit), counted);
    reduced.unit *= *unit;
    return reduced;
  }
  const std::vector<Place> places = places_of(graph, family);
  VertexSet open;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (places[v] == Place::open) open.push_back(v);
  }
  ReducedFamily reduced;
  reduced.core_of = family.core_of;
  reduced.by_strength = graph.weighted();
  reduced.valued = !family.values.empty();
  reduced.include = family.include;
  reduced.exclude = family.exclude;
  std::ranges::sort(reduced.include);
  std::ranges::sort(reduced.exclude);
  reduced.part = part_of(graph, open);
  reduced.signs = sign_form(reduced.part.graph);
  if (reduced.signs == SignForm::pairs) reduced.raised = least_raise(reduced.part.graph);
  add_values(graph, family, places, reduced);
  if (reduced.signs != SignForm::none) {
    reduced.gains = !reduced.values.empty() ||
                    std::ranges::any_of(reduced.part.graph.weights(), [](Weight w) { return w > 0.0; });
    reduced.part.graph = without_signs(reduced.part.graph, reduced.signs, reduced.raised);
  }
  return reduced;
}

}  // namespace lode::subgraph
