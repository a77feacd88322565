#include "bounds/set_family.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
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
/// A sum of `terms` doubles of magnitudes `magnitude` in all, as a double that the true sum does not exceed.
double rounded_up_sum(long double sum, long double magnitude, double terms) {
  const long double safe = sum + magnitude * (terms + 2.0L) * 0x1p-63L;
  const auto near = static_cast<double>(safe);
  return near >= safe ? near : std::nextafter(near, infinity);
}

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

/// The same graph with its weights counted in units; without weights where each is one.
Graph in_units(const Graph& graph, double unit) {
  std::vector<Weight> weights;
  weights.reserve(graph.num_arcs());
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) weights.push_back(graph.arc_weight(arc) / unit);
  if (std::ranges::all_of(weights, [](Weight units) { return units == 1.0; })) weights.clear();
  return with_weights(graph, std::move(weights), false);
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

struct UnsignedRows {
  std::vector<ArcIndex> offsets = {0};
  std::vector<Vertex> targets;
  std::vector<Weight> weights;
};

/// The graph without negative weights: every pair weighs `raise` more, rounded up where that is not exact, or
/// edges of negative weight are left out. It has no weights where each edge weighs 1.
Graph without_signs(const Graph& graph, SignForm form, double raise) {
  auto rows = std::make_shared<UnsignedRows>();
  std::vector<Weight> row(graph.num_vertices());
  const auto add = [&](Vertex u, double weight) {
    if (weight <= 0.0) return;
    rows->targets.push_back(u);
    rows->weights.push_back(weight);
  };
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (form == SignForm::pairs) {
      std::ranges::fill(row, 0.0);
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { row[u] = w; });
      for (Vertex u = 0; u < row.size(); ++u) {
        const auto exact = static_cast<long double>(row[u]) + raise;
        if (u != v && exact > 0.0L) add(u, rounded_up_sum(exact, graph.integral() ? 0.0L : exact, 1.0));
      }
    } else {
      graph.for_each_neighbor(v, add);
    }
    rows->offsets.push_back(rows->targets.size());
  }
  WeightSummary summary = summary_of(rows->weights);
  summary.kind = graph.weight_kind();
  if (rows->targets.empty()) summary = {graph.integral() ? WeightKind::none : WeightKind::real, 0.0};
  const bool counts_edges =
      graph.integral() && std::ranges::all_of(rows->weights, [](Weight weight) { return weight == 1.0; });
  if (counts_edges) {
    rows->weights = {};
    summary = {};
  }
  return Graph::from_csr({rows->offsets, rows->targets, rows->weights, rows}, graph.names(), summary);
}

/// All that is said about who is in and who is out.
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
/// W + 2 (2 R + 2 (n + 1) a + b) < 2^53, W the magnitude of all weights, R what all pairs are raised by, a
/// the largest magnitude of what a vertex adds, b that of the included vertices together.
void add_values(const Graph& graph, const SetFamily& family, const std::vector<Place>& places,
                ReducedFamily& reduced) {
  lode::detail::ExactSum base;
  long double largest = 0.0L;
  long double all = 0.0L;
  bool integral = graph.integral();
  // Adds the value of v and its edges to included vertices (to smaller ones of them, if it is one itself).
  const auto add_terms = [&](Vertex v, lode::detail::ExactSum& sum) {
    const double own = family.values.empty() ? 0.0 : family.values[v];
    const bool is_included = places[v] == Place::included;
    sum.add(own);
    long double magnitude = std::abs(own);
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (places[u] != Place::included || (is_included && u > v)) return;
      sum.add(w);
      magnitude += std::abs(w);
    });
    integral = integral && own == std::floor(own);
    largest = std::max(largest, magnitude);
    if (is_included) all += magnitude;
  };
  for (const Vertex v : reduced.include) add_terms(v, base);
  std::vector<Weight> values;
  const Vertex n = reduced.part.graph.num_vertices();
  for (Vertex v = 0; v < n && !(family.include.empty() && family.values.empty()); ++v) {
    lode::detail::ExactSum sum;
    add_terms(reduced.part.outward(v), sum);
    values.push_back(sum.rounded());
  }
  all += 2.0L * (graph.num_vertices() + 1.0L) * largest + 2.0L * reduced.raised_by(n);
  integral = integral && 2.0L * all + graph.weight_magnitude() < exact_sums;
  if (!integral && reduced.part.graph.integral()) {
    reduced.part.graph = with_real_weights(reduced.part.graph);
  }
  const auto rounded_up = [&](double sum) {
    return integral || sum == 0.0 ? sum : std::nextafter(sum, infinity);
  };
  reduced.base = rounded_up(base.rounded());
  if (values.empty()) return;
  std::ranges::transform(values, values.begin(), rounded_up);
  reduced.each = *std::min_element(values.begin(), values.end());
  for (Weight& value : values) {
    const auto exact = static_cast<long double>(value) - reduced.each;
    value = integral || exact == 0.0L ? static_cast<double>(exact) : rounded_up_sum(exact, exact, 1.0);
  }
  if (std::any_of(values.begin(), values.end(), [](Weight value) { return value > 0.0; })) {
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
    outward = part.graph.integral() ? static_cast<double>(sum) : rounded_up_sum(sum, magnitude, 6.0);
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
