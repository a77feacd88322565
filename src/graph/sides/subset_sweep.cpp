#include "graph/sides/subset_sweep.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <numeric>

#include <tbb/parallel_for.h>

namespace lode::detail {
namespace sweeps {

/// The best value so far, and the subset that has it.
struct Best {
  std::uint64_t value = 0;
  EdgeCount edges = 0;
  std::uint64_t subset = 0;  ///< 0: none

  void offer(std::uint64_t new_value, EdgeCount new_edges, std::uint64_t new_subset) {
    if (subset != 0 && (new_value < value || (new_value == value && new_edges <= edges))) return;
    *this = {new_value, new_edges, new_subset};
  }
};

struct Found {
  std::vector<Best> pairs;
  Best largest;
};

/// The sizes that are asked for of subsets of one size: of the other side, increasing.
struct Wanted {
  Vertex others = 0;
  std::size_t index = 0;  ///< in the question
};

class Sweep {
 public:
  Sweep(const SideRows& rows, int side, const SweepQuestion& question)
      : rows_(rows), side_(side), question_(question), wanted_(std::size_t{rows.size(side)} + 1) {
    const auto own = static_cast<std::size_t>(side);
    for (std::size_t i = 0; i < question.sizes.size(); ++i) {
      const std::array<Vertex, 2>& sizes = question.sizes[i];
      wanted_[sizes[own]].push_back({sizes[1 - own], i});
    }
    for (auto& list : wanted_) {
      std::ranges::stable_sort(list, {}, &Wanted::others);
    }
  }

  /// Visits the subsets whose highest vertices are those of `high`, numbered from `low_bits` on.
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

  SweptPair pair_of(const Best& best, Vertex others) const {
    SweptPair pair;
    if (best.subset == 0) return pair;
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
    const auto own = static_cast<std::size_t>(side_);
    pair.sides[own] = std::move(members);
    pair.sides[1 - own] = std::move(order);
    return pair;
  }

 private:
  void look(std::uint64_t subset, const std::vector<Vertex>& with, Found& found) const {
    const auto members = static_cast<Vertex>(std::popcount(subset));
    if (members == 0) return;
    Vertex taken = 0;
    EdgeCount edges = 0;
    auto wanted = wanted_[members].begin();
    for (Vertex c = members + 1; c-- > 0 && wanted != wanted_[members].end();) {
      for (; wanted != wanted_[members].end() && wanted->others <= taken + with[c]; ++wanted) {
        const EdgeCount all = edges + EdgeCount{c} * (wanted->others - taken);
        found.pairs[wanted->index].offer(all, all, subset);
      }
      taken += with[c];
      edges += EdgeCount{c} * with[c];
    }
    if (question_.dense) look_for_largest(subset, members, with, found);
  }

  /// Takes the vertices of most neighbours as long as they leave the pair dense enough.
  void look_for_largest(std::uint64_t subset, Vertex members, const std::vector<Vertex>& with,
                        Found& found) const {
    const DenseEnough& dense = *question_.dense;
    const auto own = static_cast<std::size_t>(side_);
    if (members < question_.least[own]) return;
    std::int64_t room = dense.denominator * static_cast<std::int64_t>(dense.missing);
    Vertex taken = 0;
    EdgeCount edges = 0;
    for (Vertex c = members + 1; c-- > 0;) {
      const std::int64_t cost = dense.numerator * members - dense.denominator * c;
      const std::int64_t most = cost <= 0 ? with[c] : std::min<std::int64_t>(with[c], room / cost);
      room -= cost * most;
      taken += static_cast<Vertex>(most);
      edges += EdgeCount{c} * static_cast<EdgeCount>(most);
      if (most < with[c]) break;
    }
    if (taken == 0 || taken < question_.least[1 - own]) return;
    found.largest.offer(std::uint64_t{members} * taken, edges, subset);
  }

  const SideRows& rows_;
  const int side_;
  const SweepQuestion& question_;
  std::vector<std::vector<Wanted>> wanted_;  ///< by size of the subset
};

}  // namespace sweeps

double sweep_steps(const SideRows& rows, int side, std::size_t sizes) {
  const double n = rows.size(side);
  const double degree = static_cast<double>(rows.edges()) / std::max(1.0, n);
  return std::ldexp(2.0 * degree + n + static_cast<double>(sizes) / std::max(1.0, n),
                    static_cast<int>(std::min(n, 1000.0)));
}

std::optional<SweepAnswer> sweep_subsets(const SideRows& rows, int side, const SweepQuestion& question,
                                         const RunContext& run) {
  const sweeps::Sweep sweep(rows, side, question);
  // As many parts for any number of threads, so that ties are broken alike.
  const Vertex high_bits = rows.size(side) > 12 ? 6 : 0;
  const Vertex low_bits = rows.size(side) - high_bits;
  std::vector<sweeps::Found> parts(std::size_t{1} << high_bits);
  std::atomic<bool> stopped = false;
  run.parallel([&] {
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t high) {
      parts[high].pairs.resize(question.sizes.size());
      sweep.visit(high, low_bits, parts[high], run, stopped);
    });
  });
  if (stopped) return std::nullopt;
  sweeps::Found all = std::move(parts.front());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < all.pairs.size(); ++j) {
      const sweeps::Best& best = parts[i].pairs[j];
      if (best.subset != 0) all.pairs[j].offer(best.value, best.edges, best.subset);
    }
    const sweeps::Best& best = parts[i].largest;
    if (best.subset != 0) all.largest.offer(best.value, best.edges, best.subset);
  }
  SweepAnswer answer;
  const auto own = static_cast<std::size_t>(side);
  for (std::size_t j = 0; j < all.pairs.size(); ++j) {
    answer.pairs.push_back(sweep.pair_of(all.pairs[j], question.sizes[j][1 - own]));
  }
  if (all.largest.subset != 0) {
    const auto members = static_cast<std::uint64_t>(std::popcount(all.largest.subset));
    answer.largest = sweep.pair_of(all.largest, static_cast<Vertex>(all.largest.value / members));
  }
  return answer;
}

}  // namespace lode::detail
