#include "graph/sides/dense_area.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "graph/sides/degree_caps.hpp"
#include "graph/sides/pair_exchange.hpp"

namespace lode::detail {
namespace dense_areas {

constexpr std::uint64_t growth_work = 200'000'000;    ///< for starts at vertices
constexpr std::uint64_t exchange_work = 800'000'000;  ///< for all sizes together
constexpr std::uint64_t exchange_steps = 5'000;       ///< at most, for one size

class Growth {
 public:
  Growth(const SideRows& rows, const DenseEnough& dense, const std::array<Vertex, 2>& least,
         const RunContext& run)
      : rows_(rows), caps_(rows), dense_(dense), least_(least), run_(run) {}

  SweptPair find(const SidePair& start) {
    if (!start[0].empty()) grow(0, start[0]);
    for (int side = 0; side < 2; ++side) grow_from_vertices(side);
    exchange_sizes();
    return std::move(best_);
  }

 private:
  static std::size_t index(int side) { return static_cast<std::size_t>(side); }

  std::uint64_t best_area() const { return area_of(best_); }
  static std::uint64_t area_of(const SweptPair& pair) {
    return std::uint64_t{pair.sides[0].size()} * pair.sides[1].size();
  }

  /// The most vertices of the other side that are dense enough with `members` of `side`.
  SweptPair fitting(int side, const VertexSet& members) {
    std::vector<Vertex> count(rows_.size(1 - side), 0);
    for (const Vertex v : members) {
      work_ += rows_.degree(side, v);
      for (const Vertex w : rows_.row(side, v)) ++count[w];
    }
    work_ += count.size();
    VertexSet order(count.size());
    std::iota(order.begin(), order.end(), Vertex{0});
    std::ranges::stable_sort(order, [&](Vertex a, Vertex b) { return count[a] > count[b]; });
    SweptPair pair;
    std::size_t taken = 0;
    while (taken < order.size() &&
           dense_.holds(members.size(), taken + 1, pair.edges + count[order[taken]])) {
      pair.edges += count[order[taken++]];
    }
    order.resize(taken);
    std::ranges::sort(order);
    pair.sides[index(side)] = members;
    pair.sides[index(1 - side)] = std::move(order);
    return pair;
  }

  /// Chooses both sides in turn as long as the area grows.
  void grow(int side, VertexSet members) {
    std::uint64_t area = 0;
    while (!members.empty()) {
      SweptPair pair = fitting(side, members);
      if (area_of(pair) <= area) return;
      area = area_of(pair);
      side = 1 - side;
      members = pair.sides[index(side)];
      keep(std::move(pair));
    }
  }

  void keep(SweptPair pair) {
    if (pair.sides[0].size() < least_[0] || pair.sides[1].size() < least_[1]) return;
    const std::uint64_t area = area_of(pair);
    if (area < best_area() || (area == best_area() && pair.edges <= best_.edges)) return;
    best_ = std::move(pair);
    run_.report("largest dense area", static_cast<double>(area), 0);
  }

  void grow_from_vertices(int side) {
    std::vector<Vertex> order(rows_.size(side));
    std::iota(order.begin(), order.end(), Vertex{0});
    std::ranges::stable_sort(
        order, [&](Vertex a, Vertex b) { return rows_.degree(side, a) > rows_.degree(side, b); });
    const std::uint64_t limit = work_ + growth_work / 2;
    for (const Vertex v : order) {
      if (work_ > limit || run_.should_stop()) return;
      const auto row = rows_.row(side, v);
      grow(side, {v});
      grow(1 - side, VertexSet(row.begin(), row.end()));
    }
  }

  void exchange_sizes() {
    std::vector<Vertex> sizes;
    for (std::uint64_t b = least_[1]; b <= rows_.size(1); b += 1 + b / 4)
      sizes.push_back(static_cast<Vertex>(b));
    const std::uint64_t all = std::uint64_t{rows_.size(0)} + rows_.size(1);
    const std::uint64_t work =
        std::min(exchange_work / std::max<std::size_t>(1, sizes.size()), exchange_steps * all);
    for (const Vertex b : sizes) {
      while (exchange(b, work)) {
      }
    }
  }

  /// True if that found a larger area.
  bool exchange(Vertex b, std::uint64_t work) {
    const std::uint64_t before = best_area();
    const std::uint64_t a = std::max<std::uint64_t>(least_[0], before / b + 1);
    if (run_.should_stop() || a > rows_.size(0)) return false;
    if (!dense_.holds(a, b, caps_.edges(static_cast<Vertex>(a), b))) return false;
    const auto need = static_cast<std::uint64_t>(dense_.numerator) * a * b;
    const auto unit = static_cast<std::uint64_t>(dense_.denominator);
    const EdgeCount all = (need + unit - 1) / unit;
    const EdgeCount target = all > dense_.missing ? all - dense_.missing : 0;
    ExchangedPair found = exchange_pairs(rows_, {static_cast<Vertex>(a), b}, {work, target}, run_);
    if (found.edges < target) return false;
    const VertexSet left = found.sides[0], right = found.sides[1];
    keep({std::move(found.sides), found.edges});
    grow(0, left);
    grow(1, right);
    return best_area() > before;
  }

  const SideRows& rows_;
  const DegreeCaps caps_;
  const DenseEnough dense_;
  const std::array<Vertex, 2> least_;
  const RunContext& run_;
  SweptPair best_;
  std::uint64_t work_ = 0;
};

}  // namespace dense_areas

SweptPair grow_dense_area(const SideRows& rows, const DenseEnough& dense, const std::array<Vertex, 2>& least,
                          const SidePair& start, const RunContext& run) {
  return dense_areas::Growth(rows, dense, least, run).find(start);
}

}  // namespace lode::detail
