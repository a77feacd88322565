#include "report/drawing/stress.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/linalg/portable_math.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t lanes = 4;  // independent sums, so that two or four are computed at a time

double length_of(double dx, double dy) { return std::sqrt(dx * dx + dy * dy); }

/// The adjacency matrix of a component, one bit for each pair.
struct BitRows {
  std::size_t words;
  std::vector<std::uint64_t> bits;

  BitRows(const Graph& graph, std::span<const Vertex> members, std::span<const Vertex> rank)
      : words((members.size() + 63) / 64), bits(members.size() * words, 0) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const Vertex v : graph.neighbors(members[i])) bits[i * words + rank[v] / 64] |= one(rank[v] % 64);
    }
  }
  static std::uint64_t one(std::size_t bit) { return std::uint64_t{1} << bit; }
  const std::uint64_t* row(std::size_t i) const { return bits.data() + i * words; }
};

template <class Visit>
void for_each_bit(const std::vector<std::uint64_t>& bits, Visit&& visit) {
  for (std::size_t w = 0; w < bits.size(); ++w) {
    for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
      visit(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

/// Writes the distances from `source`, by breadth-first search.
void search_from(std::size_t source, const BitRows& rows, std::uint16_t* hops) {
  std::vector<std::uint64_t> seen(rows.words, 0), layer(rows.words, 0), next(rows.words, 0);
  seen[source / 64] = layer[source / 64] = BitRows::one(source % 64);
  for (std::uint16_t depth = 1;; ++depth) {
    std::fill(next.begin(), next.end(), 0);
    for_each_bit(layer, [&](std::size_t i) {
      for (std::size_t w = 0; w < rows.words; ++w) next[w] |= rows.row(i)[w];
    });
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < rows.words; ++w) {
      next[w] &= ~seen[w];
      seen[w] |= next[w];
      any |= next[w];
    }
    if (any == 0) return;
    for_each_bit(next, [&](std::size_t i) { hops[i] = depth; });
    layer.swap(next);
  }
}

struct Pair {
  std::uint16_t i, j;
};

std::vector<Pair> all_pairs(std::size_t size) {
  std::vector<Pair> pairs;
  pairs.reserve(size * (size - 1) / 2);
  for (std::size_t i = 1; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      pairs.push_back({static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
    }
  }
  return pairs;
}

void shuffle(std::vector<Pair>& pairs, Rng& random) {
  for (std::size_t i = pairs.size(); i > 1; --i) std::swap(pairs[i - 1], pairs[random.below(i)]);
}

/// One pass over all pairs. A step closes the part weight[d] of what a pair at distance d lacks.
void descend_once(const HopDistances& distances, const std::vector<Pair>& pairs,
                  const std::vector<double>& weight, Drawing& drawing) {
  double* const x = drawing.x.data();
  double* const y = drawing.y.data();
  for (const auto& [i, j] : pairs) {
    const std::uint16_t hops = distances.hops[i * distances.size + j];
    const double dx = x[i] - x[j];
    const double dy = y[i] - y[j];
    const double length = length_of(dx, dy);
    if (length == 0.0) continue;
    const double step = 0.5 * weight[hops] * (1.0 - hops / length);
    x[i] -= step * dx;
    y[i] -= step * dy;
    x[j] += step * dx;
    y[j] += step * dy;
  }
}

struct Pull {
  double x, y;
};

/// Half the gradient of the stress at vertex i, by the rows padded to whole blocks.
Pull gradient_at(std::size_t i, const double* inverse, const double* x, const double* y, std::size_t stride) {
  double sum_x[lanes] = {};
  double sum_y[lanes] = {};
  const double own_x = x[i];
  const double own_y = y[i];
  for (std::size_t block = 0; block < stride; block += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t j = block + lane;
      const double dx = own_x - x[j];
      const double dy = own_y - y[j];
      constexpr double tiny = 1e-60;  // no division by 0 where both places are equal
      const double factor = inverse[j] * inverse[j] - inverse[j] / std::sqrt(dx * dx + dy * dy + tiny);
      sum_x[lane] += factor * dx;
      sum_y[lane] += factor * dy;
    }
  }
  return {(sum_x[0] + sum_x[1]) + (sum_x[2] + sum_x[3]), (sum_y[0] + sum_y[1]) + (sum_y[2] + sum_y[3])};
}

}  // namespace

HopDistances hop_distances(const Graph& graph, std::span<const Vertex> members,
                           std::span<const Vertex> rank) {
  HopDistances result;
  const std::size_t size = members.size();
  result.size = size;
  result.stride = (size + lanes - 1) / lanes * lanes;
  result.hops.assign(size * size, 0);
  result.inverse.assign(size * result.stride, 0.0);
  const BitRows rows(graph, members, rank);
  for (std::size_t i = 0; i < size; ++i) {
    std::uint16_t* const hops = result.hops.data() + i * size;
    search_from(i, rows, hops);
    for (std::size_t j = 0; j < size; ++j) {
      if (j == i) continue;
      result.inverse[i * result.stride + j] = 1.0 / hops[j];
      result.longest = std::max(result.longest, hops[j]);
    }
  }
  return result;
}

double StressSums::least_mean() const {
  if (pairs == 0) return 0.0;
  if (!(square > 0.0)) return 1.0;
  return std::max(0.0, 1.0 - ratio * ratio / (static_cast<double>(pairs) * square));
}

StressSums stress_sums(const HopDistances& distances, const Drawing& drawing) {
  StressSums sums;
  for (std::size_t i = 1; i < distances.size; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double ratio = length_of(drawing.x[i] - drawing.x[j], drawing.y[i] - drawing.y[j]) /
                           distances.hops[i * distances.size + j];
      sums.ratio += ratio;
      sums.square += ratio * ratio;
    }
  }
  sums.pairs = distances.pairs();
  return sums;
}

double stress_at_scale(const HopDistances& distances, const Drawing& drawing) {
  const StressSums sums = stress_sums(distances, drawing);
  return sums.pairs == 0 ? 0.0 : 1.0 + (sums.square - 2.0 * sums.ratio) / static_cast<double>(sums.pairs);
}

Drawing descend(const HopDistances& distances, int epochs, Rng& random) {
  Drawing drawing(distances.size);
  const double side = std::sqrt(static_cast<double>(distances.size));
  for (std::size_t i = 0; i < distances.size; ++i) {
    drawing.x[i] = side * random.uniform();
    drawing.y[i] = side * random.uniform();
  }
  // The rate falls by one factor from epoch to epoch. At the first rate all pairs take whole steps, and at
  // the last rate neighbours take a tenth of a step.
  constexpr double last_rate = 0.1;
  double rate = static_cast<double>(distances.longest) * distances.longest;
  const double factor =
      epochs > 1 ? portable_exp(portable_log(last_rate / rate) / static_cast<double>(epochs - 1)) : 1.0;
  std::vector<Pair> pairs = all_pairs(distances.size);
  std::vector<double> weight(distances.longest + std::size_t{1}, 0.0);
  for (int epoch = 0; epoch < epochs; ++epoch, rate *= factor) {
    for (std::size_t d = 1; d < weight.size(); ++d) {
      weight[d] = std::min(1.0, rate / static_cast<double>(d * d));
    }
    shuffle(pairs, random);
    descend_once(distances, pairs, weight, drawing);
  }
  return drawing;
}

void improve(const HopDistances& distances, Drawing& drawing, int sweeps, double tolerance) {
  const std::size_t size = distances.size;
  const std::size_t stride = distances.stride;
  if (size < 2) return;
  // A step of factor f along the quadratic bound lowers the bound for every f between 0 and 2.
  constexpr double relaxation = 1.7;
  std::vector<double> curvature(size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double inverse = distances.inverse[i * stride + j];
      curvature[i] += inverse * inverse;
    }
  }
  drawing.x.resize(stride, 0.0);
  drawing.y.resize(stride, 0.0);
  const double enough = tolerance * tolerance * static_cast<double>(size);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double moved = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
      const Pull pull =
          gradient_at(i, distances.inverse.data() + i * stride, drawing.x.data(), drawing.y.data(), stride);
      const double step_x = relaxation * pull.x / curvature[i];
      const double step_y = relaxation * pull.y / curvature[i];
      drawing.x[i] -= step_x;
      drawing.y[i] -= step_y;
      moved += step_x * step_x + step_y * step_y;
    }
    if (moved < enough) break;
  }
  drawing.x.resize(size);
  drawing.y.resize(size);
}

}  // namespace lode::detail
