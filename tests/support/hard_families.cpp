#include "support/hard_families.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include <boost/multiprecision/cpp_int.hpp>
#include <fmt/format.h>

#include <lode/core/rng.hpp>

namespace lode::test {
namespace {

using Integer = boost::multiprecision::cpp_int;

constexpr const char* shapes[] = {"random",   "star",    "hub",  "ego",     "bipartite",
                                  "edgeless", "cliques", "path", "complete"};
constexpr const char* weight_kinds[] = {
    "unweighted", "small integers", "uniform", "wide range", "money",  "near 2^53",       "near-equal",
    "denormal",   "below 1e-300",   "1e150",   "1e290",      "halves", "zeros and reals", "common factor"};
/// What all weights are multiples of where they have a common factor: the last one has too many digits for
/// sums of it to be exact.
constexpr double common_factors[] = {2.0, 2.5, 6.0, 0.75, 0x1.8p-40, 7.0 * 0x1p38, 0x1.4p-1060, 0.1};
constexpr const char* value_kinds[] = {"none", "none ", "integers", "reals", "like weights", "equal"};

/// The number as an integer times 2^-shift, rounded down.
Integer scaled(double number, int shift) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  const Integer mantissa = static_cast<std::int64_t>(std::ldexp(std::abs(fraction), 53));
  const int left = exponent - 53 + shift;
  if (left >= 0) {
    const Integer whole = mantissa << static_cast<unsigned>(left);
    return number < 0.0 ? Integer(-whole) : whole;
  }
  const Integer whole = mantissa >> static_cast<unsigned>(-left);
  if (number >= 0.0) return whole;
  const bool is_exact = (whole << static_cast<unsigned>(-left)) == mantissa;
  return is_exact ? Integer(-whole) : Integer(-whole - 1);
}

/// The least shift that makes an integer of the number.
int shift_of(double number) {
  if (number == 0.0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  const auto mantissa = static_cast<std::uint64_t>(std::abs(std::ldexp(fraction, 53)));
  return 53 - exponent - std::countr_zero(mantissa);
}

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : rng_(seed, 77) {}

  std::uint64_t below(std::uint64_t n) { return rng_.below(n); }
  bool chance(double p) { return rng_.uniform() < p; }
  /// Draws what weights of the kind "common factor" are multiples of, up to which one.
  void draw_common_factor() {
    common_ = common_factors[below(std::size(common_factors))];
    most_ = chance(0.5) ? 1 : 5;
  }

  double number(std::size_t kind) {
    const double u = rng_.uniform();
    switch (kind) {
      case 1:
        return static_cast<double>(below(6));
      case 3:
        return std::pow(10.0, 12.0 * u - 6.0);
      case 4:
        return std::round(std::pow(10.0, 8.0 * u - 2.0) * 100.0) / 100.0;
      case 5:
        return std::floor(u * 0x1p46) + 0x1p46;
      case 6:
        return 1.0 + static_cast<double>(below(8)) * 0x1p-52;
      case 7:
        return static_cast<double>(below(9)) * std::numeric_limits<double>::denorm_min();
      case 8:
        return u * 1e-305;
      case 9:
        return u * 1e150;
      case 10:
        return u * 1e290;
      case 11:
        return 0.5 * static_cast<double>(below(7));
      case 12:
        return chance(0.5) ? 0.0 : 10.0 * u;
      case 13:
        return common_ * static_cast<double>(1 + below(most_));
      default:
        return u;
    }
  }

 private:
  Rng rng_;
  double common_ = 1.0;
  std::uint64_t most_ = 1;
};

std::vector<WeightedEdge> edges_of(std::size_t shape, Vertex n, Draw& draw) {
  std::vector<WeightedEdge> edges;
  const Vertex half = n / 2;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) {
      const bool joined = shape == 0   ? draw.chance(0.5)
                          : shape == 1 ? u == 0
                          : shape == 2 ? u < 2 || draw.chance(0.1)
                          : shape == 3 ? u == 0 || draw.chance(0.35)
                          : shape == 4 ? u < half && v >= half && draw.chance(0.8)
                          : shape == 5 ? false
                          : shape == 6 ? (u < half) == (v < half) && draw.chance(0.9)
                          : shape == 7 ? v == u + 1
                                       : true;
      if (joined) edges.push_back({u, v, 1.0});
    }
  }
  return edges;
}

}  // namespace

struct HardFamily::Oracle {
  int shift = 0;
  std::vector<std::optional<Integer>> best;  ///< by size, times 2^shift

  Oracle(Vertex n, const std::vector<WeightedEdge>& edges, const subgraph::SetFamily& family)
      : best(n + std::size_t{1}) {
    for (const WeightedEdge& e : edges) shift = std::max(shift, shift_of(e.weight));
    for (const Weight value : family.values) shift = std::max(shift, shift_of(value));
    std::uint32_t held = 0;
    std::uint32_t barred = 0;
    for (const Vertex v : family.include) held |= 1u << v;
    for (const Vertex v : family.exclude) barred |= 1u << v;
    for (std::uint32_t mask = 0; mask < 1u << n; ++mask) {
      if ((mask & held) != held || (mask & barred) != 0) continue;
      Integer sum = 0;
      for (const WeightedEdge& e : edges) {
        if ((mask >> e.u & 1u) && (mask >> e.v & 1u)) sum += scaled(e.weight, shift);
      }
      for (Vertex v = 0; v < family.values.size(); ++v) {
        if (mask >> v & 1u) sum += scaled(family.values[v], shift);
      }
      std::optional<Integer>& of_size = best[static_cast<std::size_t>(std::popcount(mask))];
      if (!of_size || sum > *of_size) of_size = sum;
    }
  }
};

HardFamily::HardFamily(std::uint64_t seed) {
  Draw draw(seed);
  const std::size_t shape = draw.below(std::size(shapes));
  const std::size_t weights = draw.below(std::size(weight_kinds));
  if (weights == 13) draw.draw_common_factor();
  const std::size_t values = shape == 5 ? 2 + draw.below(4) : draw.below(std::size(value_kinds));
  const auto n = static_cast<Vertex>(4 + draw.below(6));
  std::vector<WeightedEdge> edges = edges_of(shape, n, draw);
  if (weights == 0) {
    std::vector<Edge> plain;
    for (const WeightedEdge& e : edges) plain.push_back({e.u, e.v});
    graph_ = Graph::from_edges(plain, n);
  } else {
    for (WeightedEdge& e : edges) e.weight = draw.number(weights);
    // Doubles so large are integers, which may not sum to 2^53: a fraction makes real numbers of them.
    if ((weights == 9 || weights == 10) && !edges.empty()) edges.front().weight = 0.5;
    graph_ = Graph::from_edges(edges, n);
  }
  const double equal = draw.number(weights);
  for (Vertex v = 0; v < n && values >= 2; ++v) {
    const double sign = draw.chance(0.5) ? 1.0 : -1.0;
    family_.values.push_back(values == 2   ? sign * static_cast<double>(draw.below(5))
                             : values == 3 ? sign * 3.0 * draw.number(2)
                             : values == 4 ? sign * draw.number(weights)
                                           : equal);
  }
  const std::size_t demands = draw.below(4);
  for (Vertex v = 0; v < n; ++v) {
    const bool side = shape == 4 && demands == 1 && v < n / 2;
    const bool hub = (shape == 1 || shape == 2 || shape == 3) && demands != 0 && v == 0;
    if (side || hub || (demands == 2 && draw.chance(0.3))) {
      family_.include.push_back(v);
    } else if (demands == 3 && draw.chance(0.25)) {
      family_.exclude.push_back(v);
    }
  }
  description_ = fmt::format("seed {}: {} of {} vertices, weights {}, values {}, {} included, {} excluded",
                             seed, shapes[shape], n, weight_kinds[weights], value_kinds[values],
                             family_.include.size(), family_.exclude.size());
  oracle_ = new Oracle(n, edges, family_);
  for (Vertex s = 1; s <= n; ++s) {
    if (oracle_->best[s]) sizes_.push_back(s);
  }
}

HardFamily::~HardFamily() { delete oracle_; }

bool HardFamily::exceeds(double bound, Vertex s) const {
  return std::isfinite(bound) && scaled(bound, oracle_->shift) < *oracle_->best[s];
}

double HardFamily::heaviest(Vertex s) const {
  return static_cast<double>(std::ldexp(oracle_->best[s]->convert_to<long double>(), -oracle_->shift));
}

double HardFamily::below_heaviest(Vertex s) const {
  double value = heaviest(s);
  while (exceeds(value, s)) value = std::nextafter(value, std::numeric_limits<double>::infinity());
  while (!exceeds(value, s)) value = std::nextafter(value, -std::numeric_limits<double>::infinity());
  return value;
}

}  // namespace lode::test
