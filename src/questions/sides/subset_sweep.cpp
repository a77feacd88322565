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

using Found = std::vector<Best>;  ///< one for each size that is asked for

class Sweep {
 public:
  Sweep(const SideRows& rows, std::size_t side, const std::vector<std::array<Vertex, 2>>& sizes)
      : rows_(rows), side_(side), sizes_(sizes), wanted_(std::size_t{rows.size(side)} + 1) {
    for (std::size_t i = 0; i < sizes.size(); ++i) wanted_[sizes[i][side]].push_back(i);
  }

  /// Visits the subsets with the vertices of `high`, numbered from `low_bits`, as their highest vertices.
  void visit(std::uint64_t high, Vertex low_bits, Found& found, const RunContext& run,
             std::atomic<bool>& stopped) const {
    std::vector<Vertex> count(rows_.size(1 - side_), 0);
    std::vector<Vertex> with(std::size_t{rows_.size(side_)} + 1, 0);
    with[0] = rows_.size(1 - side_);
    std::uint64_t subset = 0;
    const auto flip = [&](Vertex v) {
      subset ^= std::uint64_t{1} << v;
      const bool comes = (subset >> v & 1) != 0;
      for (const Vertex w : rows_.row(side_, v)) {
        --with[count[w]];
        comes ? ++count[w] : --count[w];
        ++with[count[w]];
      }
    };
    for (Vertex v = low_bits; v < rows_.size(side_); ++v) {
      if (high >> (v - low_bits) & 1) flip(v);
    }
    look(subset, with, found);
    for (std::uint64_t i = 1; i < std::uint64_t{1} << low_bits; ++i) {
      if ((i & 4095) == 0 && (stopped || run.should_stop())) {
        stopped = true;
        return;
      }
      flip(static_cast<Vertex>(std::countr_zero(i)));
      look(subset, with, found);
    }
  }

  CountedPair pair_of(const Best& best, Vertex others) const {
    CountedPair pair;
    VertexSet members;
    std::vector<Vertex> count(rows_.size(1 - side_), 0);
    for (Vertex v = 0; v < rows_.size(side_); ++v) {
      if (!(best.subset >> v & 1)) continue;
      members.push_back(v);
      for (const Vertex w : rows_.row(side_, v)) ++count[w];
    }
    VertexSet order(count.size());
    std::iota(order.begin(), order.end(), Vertex{0});
    std::ranges::stable_sort(order, [&](Vertex a, Vertex b) { return count[a] > count[b]; });
    order.resize(others);
    for (const Vertex w : order) pair.edges += count[w];
    std::ranges::sort(order);
    pair.sides[side_] = std::move(members);
    pair.sides[1 - side_] = std::move(order);
    return pair;
  }

 private:
  /// `with[c]` vertices of the other side have c neighbours in the subset.
  void look(std::uint64_t subset, const std::vector<Vertex>& with, Found& found) const {
    const auto members = static_cast<Vertex>(std::popcount(subset));
    for (const std::size_t i : wanted_[members]) {
      Vertex open = sizes_[i][1 - side_];
      EdgeCount edges = 0;
      for (Vertex c = members; c > 0 && open > 0; --c) {
        const Vertex taken = std::min(open, with[c]);
        edges += EdgeCount{c} * taken;
        open -= taken;
      }
      found[i].offer({edges, subset});
    }
  }

  const SideRows& rows_;
  const std::size_t side_;
  const std::vector<std::array<Vertex, 2>>& sizes_;
  std::vector<std::vector<std::size_t>> wanted_;  ///< by size of the subset: places among the sizes
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
  const sweeps::Sweep sweep(rows, side, sizes);
  // The number of parts does not depend on the threads, so that ties are broken alike.
  const Vertex high_bits = rows.size(side) > 12 ? 6 : 0;
  const Vertex low_bits = rows.size(side) - high_bits;
  std::vector<sweeps::Found> parts(std::size_t{1} << high_bits);
  std::atomic<bool> stopped = false;
  run.parallel([&] {
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t high) {
      parts[high].resize(sizes.size());
      sweep.visit(high, low_bits, parts[high], run, stopped);
    });
  });
  if (stopped) return std::nullopt;
  std::vector<CountedPair> pairs;
  for (std::size_t j = 0; j < sizes.size(); ++j) {
    sweeps::Best all;
    for (const sweeps::Found& part : parts) all.offer(part[j]);
    pairs.push_back(sweep.pair_of(all, sizes[j][1 - side]));
  }
  return pairs;
}

}  // namespace lode::detail
