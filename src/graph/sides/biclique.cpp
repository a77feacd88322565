#include "graph/sides/biclique.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace lode::detail {
namespace bicliques {

constexpr std::uint64_t greedy_work = 10'000'000;    ///< row entries that greedy growth may look at
constexpr std::uint64_t first_nodes = 100'000;       ///< of every range, before ranges have all they need
constexpr std::uint64_t most_block_bits = 1u << 31;  ///< a larger block is not searched
constexpr std::uint64_t poll_every = 1u << 20;       ///< row entries between two looks at the clock

/// The vertices of `side` that are adjacent to all of `others`, which are not empty.
VertexSet common_neighbours(const SideRows& rows, std::size_t side, const VertexSet& others) {
  const auto first = rows.row(1 - side, others.front());
  VertexSet common(first.begin(), first.end());
  VertexSet next;
  for (const Vertex v : others) {
    next.clear();
    std::ranges::set_intersection(common, rows.row(1 - side, v), std::back_inserter(next));
    common.swap(next);
  }
  return common;
}

class Search {
 public:
  Search(const SideRows& rows, const std::array<Vertex, 2>& least, const RunContext& run)
      : rows_(rows), least_(least), run_(run) {}

  LargestBiclique find() {
    grow_from_vertices();
    search_ranges();
    best_.bound = std::max(best_.bound, best_.area);
    return std::move(best_);
  }

 private:
  struct Open {
    SizeRange range;
    std::uint64_t bound = 0;
  };

  // --- first bicliques ---

  void grow_from_vertices() {
    for (std::size_t side = 0; side < 2; ++side) {
      std::vector<Vertex> order = all_of(rows_.size(side));
      std::ranges::stable_sort(order, std::greater<>(), [&](Vertex v) { return rows_.degree(side, v); });
      std::vector<Vertex> count(order.size(), 0);
      std::uint64_t work = 0;
      for (const Vertex v : order) {
        if (work > greedy_work / 2 || run_.should_stop()) break;
        grow_from(side, v, count, work);
      }
    }
  }

  /// Adds the vertex with most neighbours in the other side again and again.
  void grow_from(std::size_t side, Vertex first, std::vector<Vertex>& count, std::uint64_t& work) {
    const auto row = rows_.row(side, first);
    VertexSet others(row.begin(), row.end());
    VertexSet chosen = {first};
    keep_greedy(side, chosen, others);
    std::vector<Vertex> touched;
    while (!others.empty()) {
      count_common(rows_, side, others, count, touched, work);
      for (const Vertex u : chosen) count[u] = 0;
      Vertex next = chosen.front();
      for (const Vertex u : touched) {
        if (count[u] > count[next] || (count[u] == count[next] && u < next)) next = u;
      }
      const std::uint64_t most = count[next];
      for (const Vertex u : touched) count[u] = 0;
      if (most * touched.size() <= best_.area) return;
      VertexSet left;
      std::ranges::set_intersection(others, rows_.row(side, next), std::back_inserter(left));
      others = std::move(left);
      chosen.push_back(next);
      keep_greedy(side, chosen, others);
    }
  }

  void keep_greedy(std::size_t side, const VertexSet& chosen, const VertexSet& others) {
    if (chosen.size() * others.size() <= best_.area || others.size() < least_[1 - side]) return;
    SidePair pair;
    pair[side] = common_neighbours(rows_, side, others);
    pair[1 - side] = others;
    if (pair[side].size() < least_[side]) return;
    keep(std::move(pair));
  }

  void keep(SidePair pair) {
    const std::uint64_t area = std::uint64_t{pair[0].size()} * pair[1].size();
    if (area <= best_.area) return;
    best_.area = area;
    best_.sides = std::move(pair);
    run_.report("maximum biclique", static_cast<double>(area), best_.nodes);
  }

  // --- ranges of sizes ---

  static DegreeReach degree_reach(const SideRows& rows) {
    DegreeReach reach;
    for (std::size_t side = 0; side < 2; ++side) {
      Vertex most = 0;
      for (Vertex v = 0; v < rows.size(side); ++v) most = std::max(most, rows.degree(side, v));
      std::vector<Vertex>& list = reach[side];
      list.assign(std::size_t{most} + 1, 0);
      for (Vertex v = 0; v < rows.size(side); ++v) ++list[rows.degree(side, v)];
      for (std::size_t d = most; d-- > 0;) list[d] += list[d + 1];
    }
    return reach;
  }

  void search_ranges() {
    std::vector<Open> open;
    const DegreeReach reach = degree_reach(rows_);
    const auto widest = static_cast<Vertex>(reach[0].size() - 1);
    for (Vertex low = least_[1]; low <= widest;) {
      const Vertex high = std::min(widest, low + low / 2);
      Open part{{{least_[0], low}, {rows_.size(0), high}}, 0};
      part.bound = narrow_range(reach, best_.area, part.range);
      if (part.bound > 0) open.push_back(part);
      low = high + 1;
    }
    // The largest bounds first: they decide what is known when the time is over.
    std::stable_sort(open.begin(), open.end(),
                     [](const Open& a, const Open& b) { return a.bound > b.bound; });
    for (const std::uint64_t nodes : {first_nodes, ~std::uint64_t{0}}) {
      std::erase_if(open, [&](Open& part) { return search_range(part, nodes); });
    }
    for (const Open& part : open) best_.bound = std::max(best_.bound, part.bound);
  }

  /// True if the range holds no larger biclique any more. Otherwise its bound is that of what is left.
  bool search_range(Open& open, std::uint64_t nodes) {
    if (run_.should_stop()) return false;
    SideRows part;
    const auto left = reduce(part, open.range);
    if (!left) return false;
    open.bound = std::min(open.bound, *left);
    if (*left == 0) return true;
    nodes_left_ = nodes;
    const bool finished = search_part(part, open.range);
    best_.nodes += nodes - nodes_left_;
    return finished;
  }

  /// Makes `part` the rows without vertices that no larger biclique in the range has. Returns the largest
  /// area that is left, 0: none. Nothing if the run stopped.
  std::optional<std::uint64_t> reduce(SideRows& part, SizeRange& range) const {
    std::uint64_t left = narrow_range(degree_reach(rows_), best_.area, range);
    part = left > 0 ? core_of(rows_, {range.low[1], range.low[0]}) : SideRows();
    // The side that takes less work goes first. Rounds that drop less than a tenth are not worth their time.
    std::size_t side = work_of(part, 0) <= work_of(part, 1) ? 0 : 1;
    for (int settled = 0; left > 0 && settled < 2; side = 1 - side) {
      const EdgeCount edges = part.edges();
      if (!keep_well_connected(part, side, range)) return std::nullopt;
      left = part.edges() > 0 ? narrow_range(degree_reach(part), best_.area, range) : 0;
      part = core_of(part, {range.low[1], range.low[0]});
      settled = part.edges() > edges / 10 * 9 ? settled + 1 : 0;
    }
    return left;
  }

  /// Row entries that keep_well_connected looks at.
  static std::uint64_t work_of(const SideRows& rows, std::size_t side) {
    std::uint64_t work = 0;
    for (Vertex w = 0; w < rows.size(1 - side); ++w) {
      work += std::uint64_t{rows.degree(1 - side, w)} * rows.degree(1 - side, w);
    }
    return work;
  }

  static std::vector<Vertex> all_of(Vertex n) {
    std::vector<Vertex> vertices(n);
    std::iota(vertices.begin(), vertices.end(), Vertex{0});
    return vertices;
  }

  /// Drops the vertices of a side that have too few others with enough common neighbours. False if the run
  /// stopped.
  bool keep_well_connected(SideRows& part, std::size_t side, const SizeRange& range) const {
    SidePair kept;
    kept[1 - side] = all_of(part.size(1 - side));
    std::vector<Vertex> count(part.size(side), 0), touched;
    std::uint64_t work = 0;
    for (Vertex v = 0; v < part.size(side); ++v) {
      if (std::exchange(work, work > poll_every ? 0 : work) > poll_every && run_.should_stop()) return false;
      Vertex enough = 0;
      count_common(part, side, part.row(side, v), count, touched, work);
      for (const Vertex u : touched) {
        enough += count[u] >= range.low[1 - side];
        count[u] = 0;
      }
      if (enough >= range.low[side]) kept[side].push_back(v);
    }
    BothSides<Vertex> numbers;
    if (kept[side].size() < part.size(side)) part = part_of(part, kept, numbers);
    return true;
  }

  /// Counts, for the vertices of a side, the neighbours among `others`, which are of the other side.
  static void count_common(const SideRows& rows, std::size_t side, std::span<const Vertex> others,
                           std::vector<Vertex>& count, std::vector<Vertex>& touched, std::uint64_t& work) {
    touched.clear();
    for (const Vertex w : others) {
      work += rows.degree(1 - side, w);
      for (const Vertex u : rows.row(1 - side, w)) {
        if (count[u]++ == 0) touched.push_back(u);
      }
    }
  }

  // --- what is left of a range ---

  bool search_part(const SideRows& part, const SizeRange& range) {
    const double pairs = static_cast<double>(part.size(0)) * part.size(1);
    if (2 * static_cast<double>(part.edges()) > pairs && pairs < static_cast<double>(most_block_bits))
      return search_whole(part, {range, 0, no_vertex, best_.area});
    const std::size_t side =
        std::uint64_t{range.low[1]} * part.size(0) >= std::uint64_t{range.low[0]} * part.size(1) ? 0 : 1;
    std::vector<Vertex> order = all_of(part.size(side));
    std::vector<Vertex> rank(order.size()), count(order.size(), 0), touched;
    std::stable_sort(order.begin(), order.end(),
                     [&](Vertex a, Vertex b) { return part.degree(side, a) < part.degree(side, b); });
    for (Vertex i = 0; i < order.size(); ++i) rank[order[i]] = i;
    std::uint64_t work = 0;
    for (const Vertex v : order) {
      if (run_.should_stop()) return false;
      count_common(part, side, part.row(side, v), count, touched, work);
      SidePair kept;
      for (const Vertex u : touched) {
        if (count[u] >= range.low[1 - side] && rank[u] >= rank[v]) kept[side].push_back(u);
        count[u] = 0;
      }
      if (kept[side].size() < range.low[side]) continue;
      std::ranges::sort(kept[side]);
      const auto row = part.row(side, v);
      kept[1 - side].assign(row.begin(), row.end());
      if (std::uint64_t{kept[0].size()} * kept[1].size() > most_block_bits) return false;
      const auto first = static_cast<Vertex>(std::ranges::lower_bound(kept[side], v) - kept[side].begin());
      if (!search_whole(part_of(part, kept, numbers_), {range, side, first, best_.area})) return false;
    }
    return true;
  }

  bool search_whole(const SideRows& block, const BlockTask& task) {
    return search_block(block, task, nodes_left_, run_,
                        [&](const SidePair& found) { keep(block.named(found)); });
  }

  const SideRows& rows_;
  const std::array<Vertex, 2> least_;
  const RunContext& run_;
  std::uint64_t nodes_left_ = 0;
  BothSides<Vertex> numbers_;
  LargestBiclique best_;
};

}  // namespace bicliques

LargestBiclique largest_biclique(const SideRows& rows, const std::array<Vertex, 2>& least,
                                 const RunContext& run) {
  return bicliques::Search(rows, least, run).find();
}

}  // namespace lode::detail
