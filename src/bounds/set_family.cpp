#include "bounds/set_family.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/subgraph/problem.hpp>

#include "core/exact_sum.hpp"
#include "core/units.hpp"
#include "subgraph/problem/valued_graph.hpp"

namespace lode::subgraph {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
double above(double number) { return std::nextafter(number, infinity); }

/// Returns the graph with weigh(weight) for every arc, without weights where all are integers and each
/// is 1.
Graph counted(const Graph& graph, bool integral, const auto& weigh) {
  std::vector<Weight> weights(graph.num_arcs());
  for (ArcIndex arc = 0; arc < weights.size(); ++arc) weights[arc] = weigh(graph.arc_weight(arc));
  if (integral && std::ranges::all_of(weights, [](Weight weight) { return weight == 1.0; })) weights.clear();
  return graph.with_weights(std::move(weights), !integral);
}

/// Counts weights and values in their largest common unit, which is returned. 1 if they have none.
double count_in_units(Graph& graph, std::vector<Weight>& values) {
  if (!graph.weighted() && values.empty()) return 1.0;
  lode::detail::CommonUnit common;
  if (!graph.weighted() && graph.num_arcs() > 0) common.add(1.0);
  common.add(graph.weights());
  common.add(values);
  double magnitude = graph.weight_magnitude();
  for (const Weight value : values) magnitude += std::abs(value);
  const lode::detail::Units units = common.largest(magnitude);
  if (!units.exact || units.unit == 1.0) return 1.0;
  for (Weight& value : values) value = units.to_part(value);
  graph = counted(graph, true, [&](Weight weight) { return units.to_part(weight); });
  return units.unit;
}

/// Up to this number of vertices, semidefinite bounds and searches are fast with all pairs.
constexpr Vertex always_pairs = 200;
constexpr Vertex most_pairs = 2000;

SignForm sign_form(const Graph& graph) {
  if (!graph.signed_weights()) return SignForm::none;
  const Vertex n = graph.num_vertices();
  if (n <= always_pairs) return SignForm::pairs;
  const bool is_dense = 2 * graph.num_edges() >= possible_edges(n);
  const bool is_mostly_negative = graph.total_weight() <= 0.0;
  return n <= most_pairs && (is_dense || is_mostly_negative) ? SignForm::pairs : SignForm::positive;
}

/// The graph without negative weights, of integers or of real weights; raised pairs are rounded up where they
/// are not exact.
Graph without_signs(const Graph& graph, SignForm form, double raise, bool integral) {
  const auto same = [](Weight weight) { return weight; };
  if (form == SignForm::none) return integral == graph.integral() ? graph : counted(graph, integral, same);
  if (form == SignForm::pairs) {
    const std::vector<Weight> none(graph.num_vertices(), 0.0);
    return counted(graph_of_pairs(graph, none, 2, raise), integral,
                   [&](Weight weight) { return integral ? weight : above(weight); });
  }
  std::vector<WeightedEdge> edges;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (v < u && w > 0.0) edges.push_back({v, u, w});
    });
  }
  return counted(Graph::from_edges(edges, graph.num_vertices()), integral, same);
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

/// Sets base, `each` and the values. Returns true if the family is integral: its weights and values are
/// integers, and W + C + |base| + (n + 1) |each| + 3 R and all values sum to less than 2^53, with W the
/// magnitude of all weights, C that of the values given, R the raise of all pairs.
bool add_values(const Graph& graph, const std::vector<Weight>& given, const std::vector<Place>& places,
                ReducedFamily& reduced) {
  const Vertex n = reduced.part.graph.num_vertices();
  bool integral = graph.integral();
  long double all = graph.weight_magnitude() + 3.0L * reduced.raised_by(n);
  // Adds the value of v and its edges to included vertices (to smaller ones of them, if it is one itself).
  const auto add_terms = [&](Vertex v, lode::detail::ExactSum& sum) {
    const double own = given.empty() ? 0.0 : given[v];
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
  for (Vertex v = 0; v < n && !(reduced.include.empty() && given.empty()); ++v) {
    lode::detail::ExactSum sum;
    add_terms(reduced.part.to_graph(v), sum);
    values.push_back(sum.rounded());
  }
  const double least = values.empty() ? 0.0 : std::ranges::min(values);
  all += std::abs(reduced.base) + std::abs(least) * (graph.num_vertices() + 1.0L);
  for (const Weight value : values) all += value - least;
  integral = integral && all < exact_integer_limit;
  const auto rounded_up = [&](double sum) { return integral || sum == 0.0 ? sum : above(sum); };
  reduced.base = rounded_up(reduced.base);
  if (values.empty()) return integral;
  reduced.each = rounded_up(least);
  for (Weight& value : values) value = rounded_up(rounded_up(value) - reduced.each);
  if (std::ranges::max(values) > 0.0) {
    reduced.part.values = values;
    reduced.values = VertexValues(std::move(values), integral);
  }
  return integral;
}

}  // namespace

Vertex ReducedFamily::to_part(Vertex s) const {
  if (s >= include.size()) return s - static_cast<Vertex>(include.size());
  throw InvalidArgument(
      "s", std::to_string(s),
      fmt::format("must be at least the number of vertices to include, {}", include.size()));
}

double ReducedFamily::graph_bound(Vertex t, double bound) const {
  if (std::isinf(bound)) return bound;
  double to_graph = bound;
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
    to_graph = static_cast<double>(sum);
    if (to_graph < sum) to_graph = above(to_graph);
  }
  const double product = to_graph * unit;
  return std::fma(to_graph, unit, -product) > 0.0 ? above(product) : product;
}

double ReducedFamily::room(Vertex s) const {
  if (part.graph.integral()) return 0.0;
  const Vertex t = to_part(s);
  const long double shifts = std::abs(base) + std::abs(static_cast<long double>(each)) * t + raised_by(t);
  return optimality_tolerance * static_cast<double>(shifts * unit);
}

double ReducedFamily::weight_in_part(Vertex t, Weight weight) const {
  const double quotient = weight / unit;
  const double scaled = std::fma(quotient, unit, -weight) < 0.0 ? above(quotient) : quotient;
  if (base == 0.0 && each == 0.0 && signs == SignForm::none) return scaled;
  const long double shift = static_cast<long double>(each) * t;
  return std::max(0.0, static_cast<double>(scaled - base - shift + raised_by(t)));
}

double ReducedFamily::bound_in_part(Vertex t, double upper_bound) const {
  const double inside = weight_in_part(t, upper_bound);
  if (part.graph.integral()) return inside;
  // A weight is a sum of one double for each edge of the set.
  double terms = static_cast<double>(possible_edges(to_graph(t)));
  if (include.empty()) terms = std::min(terms, static_cast<double>(part.graph.num_edges()));
  const double margin = (terms + 8.0) * 0x1p-53;
  // Every weight of a pair was rounded up once more.
  const double raise = 4.0 * static_cast<double>(raised_by(t));
  return inside + (std::abs(upper_bound) / unit + std::abs(base) + std::abs(each) * t + raise) * margin;
}

VertexSet ReducedFamily::set_in_graph(const VertexSet& vertices) const {
  VertexSet set = include;
  for (const Vertex v : vertices) set.push_back(part.to_graph(v));
  if (!include.empty()) std::sort(set.begin(), set.end());
  return set;
}

double ReducedFamily::stated_value(Vertex t) const {
  const std::uint64_t s = to_graph(t);
  double least = infinity;
  for (const StatedBound& bound : core_of->bounds) {
    if (bound.size == 0 || bound.size >= s) least = std::min(least, bound.value);
  }
  if (std::isinf(least)) return least;
  if (!by_strength) least = std::floor(least);
  const double shift = each * t;
  if (base == 0.0 && shift == 0.0) return least;
  return least - base - shift + (by_strength ? (least + base + std::abs(shift)) * 0x1p-51 : 0.0);
}

LiftedBound ReducedFamily::lifted_step(Vertex t, double inside, double smaller) const {
  if (t == 0 || (t == 1 && include.empty())) return {};  // sets too small for edges
  double outside = smaller + added_outside();
  // Sums of a few integers of this size are not rounded.
  const auto exact = [](double value) { return std::abs(value) < 0x1p50 && value == std::floor(value); };
  if (!(exact(smaller) && exact(core_of->core) && exact(each)) && !std::isinf(outside)) {
    outside += (std::abs(smaller) + core_of->core + std::abs(each)) * 0x1p-51;
  }
  const double pairs =
      by_strength ? infinity : static_cast<double>(possible_edges(to_graph(t))) - base - each * t;
  if (pairs <= std::max(inside, outside)) return {pairs, LiftedBound::Reason::few_vertices};
  if (inside >= outside) return {inside, LiftedBound::Reason::inside};
  return {outside, LiftedBound::Reason::outside};
}

std::vector<LiftedBound> ReducedFamily::lifted_bounds(std::span<const double> inside) const {
  std::vector<LiftedBound> lifted(inside.size());
  for (Vertex t = 1; t < inside.size(); ++t) {
    lifted[t] = lifted_step(t, inside[t], lifted[t - 1].value);
    if (const double stated = stated_value(t); stated < lifted[t].value) {
      lifted[t] = {stated, LiftedBound::Reason::stated};
    }
  }
  return lifted;
}

ReducedFamily reduce_family(const Graph& whole, const SetFamily& asked) {
  check_values(whole, asked.values);
  Graph graph = whole;
  SetFamily family = asked;
  ReducedFamily reduced;
  if (family.core_of) {
    refuse_signed_weights(graph, "bounds of a declared core");
    if (!family.values.empty()) {
      throw InvalidArgument("values", "", "are given for the core, but none for the vertices outside",
                            "leave out either the values or what declares the core");
    }
    check_core_origin(graph, *family.core_of, "the graph");
  } else {
    reduced.unit = count_in_units(graph, family.values);
  }
  const std::vector<Place> places = places_of(graph, family);
  VertexSet open;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (places[v] == Place::open) open.push_back(v);
  }
  reduced.core_of = family.core_of;
  reduced.by_strength = graph.weighted();
  reduced.valued = !family.values.empty();
  reduced.include = std::move(family.include);
  reduced.exclude = std::move(family.exclude);
  std::ranges::sort(reduced.include);
  std::ranges::sort(reduced.exclude);
  reduced.part = part_of(graph, open);
  reduced.signs = sign_form(reduced.part.graph);
  if (reduced.signs == SignForm::pairs) reduced.raised = least_raise(reduced.part.graph);
  const bool integral = add_values(graph, family.values, places, reduced);
  reduced.gains = reduced.signs == SignForm::none || !reduced.values.empty() ||
                  std::ranges::any_of(reduced.part.graph.weights(), [](Weight w) { return w > 0.0; });
  reduced.part.graph = without_signs(reduced.part.graph, reduced.signs, reduced.raised, integral);
  return reduced;
}

}  // namespace lode::subgraph
