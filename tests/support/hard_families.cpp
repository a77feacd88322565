#include "support/hard_families.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/rng.hpp>

#include "support/support.hpp"

namespace lode::test {
namespace {

constexpr const char* shapes[] = {"random",  "star", "hub",      "ego",      "bipartite",     "edgeless",
                                  "cliques", "path", "complete", "isolated", "bipartite rest"};
constexpr const char* weight_kinds[] = {"unweighted",      "small integers", "uniform",     "wide range",
                                        "money",           "near 2^53",      "near-equal",  "smallest",
                                        "1e-90",           "1e99",           "30 orders",   "halves",
                                        "zeros and reals", "common factor",  "of all sizes"};
/// Factors for weights with a common factor. Sums of multiples of the last one are not exact.
constexpr double common_factors[] = {2.0, 2.5, 6.0, 0.75, 0x1.8p-40, 7.0 * 0x1p38, 0x1.4p-300, 0.1};
/// Exponents for weights of a wide range. The largest may be excluded, and all other weights are then tiny.
constexpr int exponents[] = {-330, -200, -60, 0, 200, 330};
constexpr const char* value_kinds[] = {"none", "none ", "integers", "reals", "like weights", "equal"};

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : rng_(seed, 77) {}

  std::uint64_t below(std::uint64_t n) { return rng_.below(n); }
  bool chance(double p) { return rng_.uniform() < p; }
  /// Draws the factor of weights with a common factor, and the largest multiple.
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
        return static_cast<double>(below(9)) * least_magnitude;
      case 8:
        return u * 1e-90;
      case 9:
        return u * 1e99;
      case 10:
        return std::pow(10.0, 30.0 * u - 15.0);
      case 11:
        return 0.5 * static_cast<double>(below(7));
      case 12:
        return chance(0.5) ? 0.0 : 10.0 * u;
      case 13:
        return common_ * static_cast<double>(1 + below(most_));
      case 14:
        return std::ldexp(1.0 + u, exponents[below(std::size(exponents))]);
      default:
        return u;
    }
  }

 private:
  Rng rng_;
  double common_ = 1.0;
  std::uint64_t most_ = 1;
};

/// True for vertices without edges in the shape "isolated".
bool is_isolated(Vertex v, Vertex n) { return v >= (n + 1) / 2; }

std::vector<WeightedEdge> edges_of(std::size_t shape, Vertex n, Draw& draw) {
  std::vector<WeightedEdge> edges;
  const Vertex half = n / 2;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) {
      const bool joined = shape == 0    ? draw.chance(0.5)
                          : shape == 1  ? u == 0
                          : shape == 2  ? u < 2 || draw.chance(0.1)
                          : shape == 3  ? u == 0 || draw.chance(0.35)
                          : shape == 4  ? u < half && v >= half && draw.chance(0.8)
                          : shape == 5  ? false
                          : shape == 6  ? (u < half) == (v < half) && draw.chance(0.9)
                          : shape == 7  ? v == u + 1
                          : shape == 9  ? !is_isolated(v, n) && draw.chance(0.7)
                          : shape == 10 ? v < 3 || (u >= 3 && u % 2 != v % 2 && draw.chance(0.7))
                                        : true;
      if (joined) edges.push_back({u, v, 1.0});
    }
  }
  return edges;
}

}  // namespace

HardFamily::HardFamily(std::uint64_t seed, Signs signs) {
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
    for (std::size_t i = 0; i < edges.size() && signs == Signs::mixed; ++i) {
      if (draw.chance(0.3)) edges[i].weight = 0.0 - edges[i].weight;
    }
    // Doubles of this size are integers, whose sums may exceed 2^53: a fraction makes the weights real.
    if ((weights == 9 || weights == 10) && !edges.empty()) edges.front().weight = 0.5;
    graph_ = Graph::from_edges(edges, n, RunContext({.threads = 1}),
                               signs == Signs::mixed ? WeightSigns::any : WeightSigns::from_zero);
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
  const VertexSet& include = family_.include;
  const VertexSet& exclude = family_.exclude;
  const std::uint32_t held = mask_of(include);
  const std::uint32_t barred = mask_of(exclude);
  const auto belongs = [&](std::uint32_t set) { return (set & held) == held && (set & barred) == 0; };
  weights_.emplace(n, edges, family_.values);
  for (Vertex s = 0; s <= n; ++s) {
    best_.push_back(weights_->heaviest(s, belongs));
    if (s > 0 && best_[s]) sizes_.push_back(s);
  }
  edges_ = std::move(edges);
}

bool HardFamily::exceeds(double bound, Vertex s) const {
  return std::isfinite(bound) && weights_->compare(*best_[s], bound) > 0;
}

double HardFamily::heaviest(Vertex s) const { return weights_->number(*best_[s]); }

double HardFamily::below_heaviest(Vertex s) const {
  double value = heaviest(s);
  while (exceeds(value, s)) value = std::nextafter(value, std::numeric_limits<double>::infinity());
  while (!exceeds(value, s)) value = std::nextafter(value, -std::numeric_limits<double>::infinity());
  return value;
}

}  // namespace lode::test
