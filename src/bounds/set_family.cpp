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

#include "subgraph/problem/scaled_weights.hpp"
#include "subgraph/problem/valued_graph.hpp"

namespace lode::subgraph {
namespace {

/// Sums of integers below this are exact.
constexpr double exact_sums = 0x1p53;
/// A sum of `terms` doubles of magnitudes `magnitude` in all, as a double that the true sum does not exceed.
double rounded_up_sum(long double sum, long double magnitude, double terms) {
  const long double safe = sum + magnitude * (terms + 2.0L) * 0x1p-63L;
  const auto near = static_cast<double>(safe);
  return near >= safe ? near : std::nextafter(near, std::numeric_limits<double>::infinity());
}

/// What a vertex of some kind adds to a set: its value, and its weight towards others.
struct ValueSum {
  long double sum = 0.0L;
  long double magnitude = 0.0L;
  double terms = 0.0;

  void add(double term) {
    sum += term;
    magnitude += std::abs(term);
    terms += 1.0;
  }
  /// Exact if all terms are integers and their magnitudes sum to less than 2^53.
  double value(bool integral) const {
    return integral ? static_cast<double>(sum) : rounded_up_sum(sum, magnitude, terms);
  }
};

bool is_integer(double value) { return std::floor(value) == value; }

/// Where the largest weight or value lies between these, squares of sums neither overflow nor lose digits
/// that margins relative to them would have to cover.
constexpr double least_plain_weight = 0x1p-400;
constexpr double most_plain_weight = 0x1p400;

/// The largest number of which all weights and values are integral multiples: factor times 2^-exponent.
struct CommonUnit {
  int exponent = 0;
  double factor = 1.0;
};

/// Finds it, number by number: the greatest common divisor of odd integers and the least exponent.
class UnitFinder {
 public:
  void take(double number) {
    if (number == 0.0) return;
    int exponent = 0;
    const double fraction = std::frexp(std::abs(number), &exponent);
    const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    const int zeros = std::countr_zero(mantissa);
    odd_ = std::gcd(odd_, mantissa >> zeros);
    least_ = std::min(least_, exponent - 53 + zeros);
  }
  bool found() const { return odd_ != 0; }
  CommonUnit unit() const { return {-least_, static_cast<double>(odd_)}; }

 private:
  std::uint64_t odd_ = 0;
  int least_ = std::numeric_limits<int>::max();
};

/// An integral multiple of the unit, by how much it is one.
double units_of(double number, const CommonUnit& unit) {
  return std::ldexp(number, unit.exponent) / unit.factor;
}

/// The unit of the weights and values of a family, if it is another than 1 or that of all edges, and if sums
/// of any of them are exact.
std::optional<CommonUnit> common_unit(const Graph& graph, const SetFamily& family) {
  const bool counts_edges = !graph.weighted() && graph.num_arcs() > 0;
  if (counts_edges && family.values.empty()) return std::nullopt;
  UnitFinder finder;
  if (counts_edges) finder.take(1.0);
  for (const Weight weight : graph.weights()) finder.take(weight);
  for (const Weight value : family.values) finder.take(value);
  if (!finder.found()) return std::nullopt;
  const CommonUnit unit = finder.unit();
  long double sum = 0.0L;
  bool all_equal = graph.num_arcs() > 0 && !counts_edges;
  if (counts_edges) sum = static_cast<long double>(graph.num_edges()) * units_of(1.0, unit);
  for (const Weight weight : graph.weights()) {
    const double units = units_of(weight, unit);
    sum += 0.5L * std::abs(units);
    all_equal = all_equal && units == 1.0;
  }
  for (const Weight value : family.values) sum += std::abs(units_of(value, unit));
  if (!(sum * unit.factor < exact_sums)) return std::nullopt;
  const bool is_given = unit.exponent == 0 && unit.factor == 1.0;
  if (is_given && !all_equal) return std::nullopt;
  return unit;
}

/// The same graph with its weights counted in units; without weights where each is one.
Graph in_units(const Graph& graph, const CommonUnit& unit) {
  struct Arrays {
    Graph graph;
    std::vector<Weight> weights;
  };
  const auto arrays = std::make_shared<Arrays>();
  arrays->graph = graph;
  arrays->weights.reserve(graph.num_arcs());
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) {
    arrays->weights.push_back(units_of(graph.arc_weight(arc), unit));
  }
  if (std::ranges::all_of(arrays->weights, [](Weight units) { return units == 1.0; })) arrays->weights = {};
  return Graph::from_csr({graph.offsets(), graph.targets(), arrays->weights, arrays}, graph.names(),
                         CsrCheck::trusted);
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

/// Every pair weighs `raise` more, rounded up where that is not exact.
void add_raised_row(const Graph& graph, Vertex v, double raise, std::vector<Weight>& row,
                    UnsignedRows& rows) {
  std::fill(row.begin(), row.end(), 0.0);
  graph.for_each_neighbor(v, [&](Vertex u, Weight w) { row[u] = w; });
  for (Vertex u = 0; u < row.size(); ++u) {
    if (u == v) continue;
    const auto exact = static_cast<long double>(row[u]) + raise;
    const double weight = exact > 0.0L ? rounded_up_sum(exact, graph.integral() ? 0.0L : exact, 1.0) : 0.0;
    if (weight == 0.0) continue;
    rows.targets.push_back(u);
    rows.weights.push_back(weight);
  }
}

/// The graph without negative weights; without any where each edge weighs 1.
Graph without_signs(const Graph& graph, SignForm form, double raise) {
  auto rows = std::make_shared<UnsignedRows>();
  std::vector<Weight> row(form == SignForm::pairs ? graph.num_vertices() : 0);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (form == SignForm::pairs) {
      add_raised_row(graph, v, raise, row, *rows);
    } else {
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (w <= 0.0) return;
        rows->targets.push_back(u);
        rows->weights.push_back(w);
      });
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

/// What is left of a family before its graph is made: who is where, and whether negative weights between open
/// vertices are left out.
struct LeftOfFamily {
  std::vector<Place> places;
  bool drops_negative = false;

  bool has_edge(Vertex u, Vertex v, Weight w) const {
    if (places[u] == Place::excluded || places[v] == Place::excluded) return false;
    return !drops_negative || w >= 0.0 || places[u] != Place::open || places[v] != Place::open;
  }
};

/// The power of two that takes the largest weight or value that is left of a family of real weights to [1, 2)
/// where it is outside of the plain range; else 0. What is not left may be of any size.
int scaling_exponent(const Graph& graph, const SetFamily& family, const LeftOfFamily& left) {
  if (!graph.weighted() && family.values.empty()) return 0;
  double largest = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (left.places[v] == Place::excluded) continue;
    if (!family.values.empty()) largest = std::max(largest, std::abs(family.values[v]));
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (left.has_edge(u, v, w)) largest = std::max(largest, std::abs(w));
    });
  }
  const bool is_plain = largest == 0.0 || (largest >= least_plain_weight && largest <= most_plain_weight);
  return is_plain ? 0 : -std::ilogb(largest);
}

/// What every open vertex adds to a set, and what the included ones weigh. `raised`: what all pairs together
/// are raised by.
void add_values(const Graph& graph, const SetFamily& family, const std::vector<Place>& places,
                long double raised, ReducedFamily& reduced) {
  const auto own = [&](Vertex v) { return family.values.empty() ? 0.0 : family.values[v]; };
  ValueSum base;
  long double largest = 0.0L;
  bool integral = graph.integral();
  const auto sum_at = [&](Vertex v, bool each_edge) {
    ValueSum sum;
    sum.add(own(v));
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (places[u] == Place::included && (each_edge || u < v)) sum.add(w);
    });
    integral = integral && is_integer(own(v));
    largest = std::max(largest, sum.magnitude);
    return sum;
  };
  for (const Vertex v : reduced.include) {
    const ValueSum sum = sum_at(v, false);
    base.sum += sum.sum;
    base.magnitude += sum.magnitude;
    base.terms += sum.terms;
  }
  std::vector<ValueSum> sums;
  const Vertex open = reduced.part.graph.num_vertices();
  sums.reserve(open);
  for (Vertex v = 0; v < open; ++v) sums.push_back(sum_at(reduced.part.outward(v), true));
  // The least value, which is taken off or added, is no larger than the largest magnitude.
  const long double all = 2.0L * (graph.num_vertices() + 1.0L) * largest + base.magnitude +
                          static_cast<long double>(graph.weight_magnitude()) + raised;
  integral = integral && all < exact_sums / 2.0;  // whoever checks that adds some of it twice
  if (!integral && reduced.part.graph.integral()) {
    reduced.part.graph = with_real_weights(reduced.part.graph);
  }
  reduced.base = base.value(integral);
  std::vector<Weight> values;
  values.reserve(sums.size());
  for (const ValueSum& sum : sums) values.push_back(sum.value(integral));
  if (values.empty()) return;
  reduced.each = *std::min_element(values.begin(), values.end());
  for (Weight& value : values) {
    const auto exact = static_cast<long double>(value) - reduced.each;
    value = integral ? static_cast<double>(exact) : rounded_up_sum(exact, exact, 1.0);
    if (exact == 0.0L) value = 0.0;
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
    const long double sum = base + shift - raise + bound;
    outward = part.graph.integral()
                  ? static_cast<double>(sum)
                  : rounded_up_sum(sum, std::abs(base) + std::abs(shift) + raise + std::abs(bound), 6.0);
  }
  if (factor != 1.0) {
    const double product = outward * factor;
    const bool is_below = std::fma(outward, factor, -product) > 0.0;
    outward = is_below ? std::nextafter(product, std::numeric_limits<double>::infinity()) : product;
  }
  return scaled_up(outward, -exponent);
}

double ReducedFamily::inward_weight(Vertex t, Weight weight) const {
  double scaled = std::ldexp(weight, exponent);
  if (factor != 1.0) {
    const double quotient = scaled / factor;
    const bool is_below = std::fma(quotient, factor, -scaled) < 0.0;
    scaled = is_below ? std::nextafter(quotient, std::numeric_limits<double>::infinity()) : quotient;
  }
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
  return inside + (std::ldexp(std::abs(upper_bound), exponent) / factor + std::abs(base) +
                   std::abs(each) * t + raise) *
                      margin;
}

VertexSet ReducedFamily::outward_set(const VertexSet& vertices) const {
  VertexSet set = include;
  for (const Vertex v : vertices) set.push_back(part.outward(v));
  if (!include.empty()) std::sort(set.begin(), set.end());
  return set;
}

double raise_tolerance(const Graph& graph, Vertex s) {
  if (!graph.signed_weights() || graph.integral() || graph.num_vertices() > most_pairs) return 0.0;
  return optimality_tolerance * least_raise(graph) * static_cast<double>(possible_edges(s));
}

ReducedFamily reduce_family(const Graph& graph, const SetFamily& family, FamilyUnits units) {
  check_values(graph, family.values);
  if (family.core_of) {
    refuse_signed_weights(graph, "bounds of a declared core");
    if (!family.values.empty()) {
      throw InvalidArgument("values", std::to_string(family.values.size()),
                            "are given for the core alone, and the vertices outside have none",
                            "leave out either the values or what declares the core");
    }
    check_core_origin(graph, *family.core_of, "the graph");
  }
  if (const auto unit =
          units == FamilyUnits::any && !family.core_of ? common_unit(graph, family) : std::nullopt) {
    SetFamily counted = family;
    for (Weight& value : counted.values) value = units_of(value, *unit);
    ReducedFamily reduced = reduce_family(in_units(graph, *unit), counted, FamilyUnits::given);
    reduced.exponent = unit->exponent;
    reduced.factor = unit->factor;
    return reduced;
  }
  LeftOfFamily left{places_of(graph, family)};
  const std::vector<Place>& places = left.places;
  VertexSet open;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (places[v] == Place::open) open.push_back(v);
  }
  Part part = part_of(graph, open);
  const SignForm signs = sign_form(part.graph);
  left.drops_negative = signs == SignForm::positive;
  if (const int exponent = scaling_exponent(graph, family, left); exponent != 0) {
    if (family.core_of) {
      throw InvalidArgument("weights", fmt::format("{}", graph.total_weight()),
                            "in sum, which is too small or too large for bounds of a declared core",
                            "multiply all weights, and the number of the core, by a power of two");
    }
    SetFamily scaled = family;
    for (Vertex v = 0; v < scaled.values.size(); ++v) {
      scaled.values[v] = places[v] == Place::excluded ? 0.0 : scaled_up(scaled.values[v], exponent);
    }
    const auto kept = with_edges(graph, [&](Vertex u, Vertex v, Weight w) { return left.has_edge(u, v, w); });
    ReducedFamily reduced =
        reduce_family(with_real_weights(kept.value_or(graph), exponent), scaled, FamilyUnits::given);
    reduced.exponent = exponent;
    if (left.drops_negative) reduced.signs = signs;
    return reduced;
  }
  ReducedFamily reduced;
  reduced.core_of = family.core_of;
  reduced.by_strength = graph.weighted();
  reduced.valued = !family.values.empty();
  reduced.include = family.include;
  reduced.exclude = family.exclude;
  std::sort(reduced.include.begin(), reduced.include.end());
  std::sort(reduced.exclude.begin(), reduced.exclude.end());
  reduced.part = std::move(part);
  reduced.signs = signs;
  if (reduced.signs == SignForm::pairs) reduced.raised = least_raise(reduced.part.graph);
  const long double raised = reduced.raised_by(static_cast<Vertex>(open.size()));
  if (!family.include.empty() || !family.values.empty()) {
    add_values(graph, family, places, raised, reduced);
  } else if (graph.weight_magnitude() + 2.0L * raised >= exact_sums / 2.0L && graph.integral() &&
             reduced.signs != SignForm::none) {
    reduced.part.graph = with_real_weights(reduced.part.graph);
  }
  if (reduced.signs != SignForm::none) {
    reduced.part.graph = without_signs(reduced.part.graph, reduced.signs, reduced.raised);
    if (!reduced.values.empty())
      reduced.part.values.assign(reduced.values.all().begin(), reduced.values.all().end());
  }
  return reduced;
}

}  // namespace lode::subgraph
