#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>

#include <tbb/parallel_for.h>

#include "questions/sides/pairs.hpp"

namespace lode::detail {
namespace sweeps {

/// The most edges found, with their subset.
struct Best {
  EdgeCount edges = 0;
  std::uint64_t subset = 0;  ///< 0: none

  void offer(const Best& other) {
    if (other.subset != 0 && (subset == 0 || other.edges > edges)) *this = other;
  }
};

struct Sweep {
  const SideRows& rows;
  std::size_t side;
  const std::vector<std::array<Vertex, 2>>& sizes;
  std::vector<std::vector<std::size_t>> wanted;  ///< by size of the subset: places among the sizes

  /// Visits the subsets with the vertices of `high`, numbered from `low_bits`, as their highest vertices.
  /// `found` has the best of each size.
  void visit(std::uint64_t high, Vertex low_bits, std::vector<Best>& found, const RunContext& run,
             std::atomic<bool>& stopped) const {
    std::vector<Vertex> count(rows.size(1 - side), 0);
    std::vector<Vertex> with(std::size_t{rows.size(side)} + 1, 0);  // vertices by neighbours in the subset
    with[0] = rows.size(1 - side);
    std::uint64_t subset = 0;
    const auto flip = [&](Vertex v) {
      subset ^= std::uint64_t{1} << v;
      const bool comes = (subset >> v & 1) != 0;
      for (const Vertex w : rows.row(side, v)) {
        --with[count[w]];
        comes ? ++count[w] : --count[w];
        ++with[count[w]];
      }
    };
    const auto look = [&] {
      const auto members = static_cast<Vertex>(std::popcount(subset));
      for (const std::size_t i : wanted[members]) {
        Vertex open = sizes[i][1 - side];
        EdgeCount edges = 0;
        for (Vertex c = members; c > 0 && open > 0; --c) {
          const Vertex taken = std::min(open, with[c]);
          edges += EdgeCount{c} * taken;
          open -= taken;
        }
        found[i].offer({edges, subset});
      }
    };
    for (Vertex v = low_bits; v < rows.size(side); ++v) {
      if (high >> (v - low_bits) & 1) flip(v);
    }
    look();
    for (std::uint64_t i = 1; i < std::uint64_t{1} << low_bits; ++i) {
      if ((i & 4095) == 0 && (stopped || run.should_stop())) {
        stopped = true;
        return;
      }
      flip(static_cast<Vertex>(std::countr_zero(i)));
      look();
    }
  }

  CountedPair pair_of(const Best& best, Vertex others) const {
    CountedPair pair;
    std::vector<Vertex> count(rows.size(1 - side), 0);
    for (Vertex v = 0; v < rows.size(side); ++v) {
      if (!(best.subset >> v & 1)) continue;
      pair.sides[side].push_back(v);
      for (const Vertex w : rows.row(side, v)) ++count[w];
    }
    VertexSet& order = pair.sides[1 - side];
    order.resize(count.size());
    std::iota(order.begin(), order.end(), Vertex{0});
    std::ranges::stable_sort(order, [&](Vertex a, Vertex b) { return count[a] > count[b]; });
    order.resize(others);
    for (const Vertex w : order) pair.edges += count[w];
    std::ranges::sort(order);
    return pair;
  }
};

}  // namespace sweeps

double sweep_steps(const SideRows& rows, std::size_t side, std::size_t sizes) {
  const double n = rows.size(side);
  const double degree = static_cast<double>(rows.edges()) / std::max(1.0, n);
  return std::ldexp(2.0 * degree + static_cast<double>(sizes), static_cast<int>(std::min(n, 1000.0)));
}

std::optional<std::vector<CountedPair>> sweep_subsets(const SideRows& rows, std::size_t side,
                                                      const std::vector<std::array<Vertex, 2>>& sizes,
                                                      const RunContext& run) {
  sweeps::Sweep sweep{rows, side, sizes,
                      std::vector<std::vector<std::size_t>>(rows.size(side) + std::size_t{1})};
  for (std::size_t i = 0; i < sizes.size(); ++i) sweep.wanted[sizes[i][side]].push_back(i);
  // The number of parts does not depend on the threads, so that ties are broken alike.
  const Vertex high_bits = rows.size(side) > 12 ? 6 : 0;
  std::vector<std::vector<sweeps::Best>> parts(std::size_t{1} << high_bits,
                                               std::vector<sweeps::Best>(sizes.size()));
  std::atomic<bool> stopped = false;
  run.parallel([&] {
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t high) {
      sweep.visit(high, rows.size(side) - high_bits, parts[high], run, stopped);
    });
  });
  if (stopped) return std::nullopt;
  std::vector<CountedPair> pairs;
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    sweeps::Best all;
    for (const std::vector<sweeps::Best>& part : parts) all.offer(part[j]);
    pairs.push_back(sweep.pair_of(all, sizes[j][1 - side]));
  }
  return pairs;
}

}  // namespace lode::detail
