#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "graph/bit_search.hpp"
#include "questions/sides/pairs.hpp"

namespace lode::detail {
namespace bicliques {

/// The sizes of the two sides that a search covers: low[i] <= |side i| <= high[i].
struct SizeRange {
  std::array<Vertex, 2> low = {1, 1};
  std::array<Vertex, 2> high = {0, 0};
};

/// Numbers of vertices by least degree: reach[i][d] vertices of side i have degree >= d, for d = 0, 1, ...
using DegreeReach = BothSides<Vertex>;

/// The sizes of bicliques that degrees leave room for: a vertices of the left side, each with at least b
/// neighbours, and b of the right side, each with at least a. Narrows `range` to the sizes of larger area
/// than `area`, and returns the largest possible area; 0 if no size is left. Cost: O(high[1] - low[1]).
std::uint64_t narrow_range(const DegreeReach& reach, std::uint64_t area, SizeRange& range) {
  Vertex a = std::min<Vertex>(range.high[0], static_cast<Vertex>(reach[1].size() - 1));
  std::uint64_t largest = 0;
  SizeRange next{{no_vertex, no_vertex}, {0, 0}};
  for (Vertex b = range.low[1]; b <= range.high[1] && b < reach[0].size(); ++b) {
    a = std::min(a, reach[0][b]);
    while (a > 0 && a >= range.low[0] && reach[1][a] < b) --a;
    if (a < range.low[0] || a == 0) break;
    const std::uint64_t product = std::uint64_t{a} * b;
    if (product <= area) continue;
    largest = std::max(largest, product);
    next.low[1] = std::min(next.low[1], b);
    next.high[1] = b;
    next.high[0] = std::max(next.high[0], a);
  }
  if (largest == 0) return 0;
  next.low[0] = std::max(range.low[0], static_cast<Vertex>(area / next.high[1] + 1));
  range = next;
  return largest;
}

// --- a block ---

/// A set of vertices of one side, one bit each.
using BitSet = std::vector<std::uint64_t>;

Vertex count_bits(const BitSet& bits) { return count_common(bits, bits); }
bool has_bit(const BitSet& bits, Vertex v) { return (bits[v / 64] & bit_of(v)) != 0; }
void set_bit(BitSet& bits, Vertex v) { bits[v / 64] |= bit_of(v); }
void clear_bit(BitSet& bits, Vertex v) { bits[v / 64] &= ~bit_of(v); }
void keep_common(BitSet& bits, const BitSet& others) {
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] &= others[i];
}

/// Searches small rows, as bits, for bicliques with sizes in a range. Calls `found` with the vertices of each
/// side for every biclique of larger area than `area` and all before.
///
/// A node has vertices that are in, and candidates that are adjacent to all of these. Candidates with too few
/// neighbours leave, candidates that are adjacent to all candidates of the other side are in. The degrees
/// bound the area (narrow_range), and raise how many neighbours a candidate needs. The search branches on the
/// candidate of one side that misses most candidates of the other: it is in, and they leave, or it leaves.
///
/// Cost:    exponential; O(n1 n2 / 64) per node, and n1 n2 / 4 bytes. Polls the run every few hundred nodes.
/// Returns: false if the run stopped, or `nodes` of them, which are counted down, are visited.
/// Source:  Q. Dai, R.-H. Li, X. Ye, M. Liao, W. Zhang, G. Wang, Hereditary cohesive subgraphs enumeration on
///          bipartite graphs, SIGMOD 2023, for branching on the vertex of most missing neighbours; B. Lyu,
///          L. Qin, X. Lin, Y. Zhang, Z. Qian, J. Zhou, Maximum biclique search at billion scale, PVLDB 13
///          (2020) for ranges of sizes.
class BlockSearch {
 public:
  BlockSearch(const SideRows& rows, std::uint64_t area, std::uint64_t& nodes, const RunContext& run,
              std::function<void(const SidePair&)> found)
      : rows_(rows), run_(run), found_(std::move(found)), area_(area), nodes_(nodes), nodes_at_(1) {
    Node& root = nodes_at_.front();
    for (std::size_t side = 0; side < 2; ++side) {
      degree_[side].resize(rows.size(side));
      bits_[side].assign(rows.size(side), BitSet(words(1 - side), 0));
      root.in[side].assign(words(side), 0);
      root.open[side].assign(words(side), 0);
      for (Vertex v = 0; v < rows.size(side); ++v) {
        set_bit(root.open[side], v);
        for (const Vertex w : rows.row(side, v)) set_bit(bits_[side][v], w);
      }
    }
  }

  /// False if it was stopped. `first`: a vertex of a side that is in; no_vertex: none.
  bool search(const SizeRange& range, std::size_t side, Vertex first) {
    if (first != no_vertex) take(nodes_at_.front(), side, first);
    visit(0, range);
    return !stopped_;
  }

 private:
  struct Node {
    std::array<BitSet, 2> in, open;
  };
  std::size_t words(std::size_t side) const { return (std::size_t{rows_.size(side)} + 63) / 64; }
  /// A candidate is in, and those that it misses leave.
  void take(Node& node, std::size_t side, Vertex v) {
    clear_bit(node.open[side], v);
    set_bit(node.in[side], v);
    keep_common(node.open[1 - side], bits_[side][v]);
  }
  /// True if a candidate left or is in now.
  bool drop_and_fix(Node& node, const SizeRange& range) {
    bool changed = false;
    for (std::size_t side = 0; side < 2; ++side) {
      const Vertex others = count_bits(node.open[1 - side]);
      const Vertex others_in = in_count_[1 - side];
      for_each_bit(node.open[side], [&](Vertex v) {
        const Vertex degree = count_common(bits_[side][v], node.open[1 - side]);
        degree_[side][v] = degree;
        const bool few = others_in + degree < range.low[1 - side];
        if (!few && degree < others) return;
        changed = true;
        clear_bit(node.open[side], v);
        if (few) return;
        set_bit(node.in[side], v);
        ++in_count_[side];
      });
    }
    return changed;
  }

  /// False once every larger biclique of the node has been found.
  bool tighten(Node& node, SizeRange& range) {
    for (;;) {
      for (std::size_t side = 0; side < 2; ++side) in_count_[side] = count_bits(node.in[side]);
      do {
        for (std::size_t side = 0; side < 2; ++side) {
          open_count_[side] = count_bits(node.open[side]);
          if (in_count_[side] + open_count_[side] < range.low[side]) return false;
        }
      } while (drop_and_fix(node, range));
      if (open_count_[0] == 0 || open_count_[1] == 0) {
        take_leaf(node);
        return false;
      }
      for (std::size_t side = 0; side < 2; ++side) {
        const Vertex others = in_count_[1 - side] + open_count_[1 - side];
        std::vector<Vertex>& reach = reach_[side];
        reach.assign(std::size_t{others} + 1, 0);
        for_each_bit(node.open[side], [&](Vertex v) { ++reach[in_count_[1 - side] + degree_[side][v]]; });
        reach[others] += in_count_[side];
        for (std::size_t d = others; d-- > 0;) reach[d] += reach[d + 1];
      }
      SizeRange next = range;
      if (narrow_range(reach_, area_, next) == 0) return false;
      const bool same = next.low == range.low;
      range = next;
      if (same) return true;
    }
  }

  void take_leaf(const Node& node) {
    const std::uint64_t left = in_count_[0] + open_count_[0];
    const std::uint64_t area = left * (in_count_[1] + open_count_[1]);
    if (area <= area_) return;
    SidePair pair;
    for (std::size_t side = 0; side < 2; ++side) {
      for (Vertex v = 0; v < rows_.size(side); ++v) {
        if (has_bit(node.in[side], v) || has_bit(node.open[side], v)) pair[side].push_back(v);
      }
    }
    area_ = area;
    found_(pair);
  }

  /// Every candidate misses one candidate of the other side: the candidates are pairs of which one is in. All
  /// ways to choose differ by sizes alone. The best one that is large enough on both sides is a leaf.
  void finish_matching(Node& node, const SizeRange& range) {
    const Vertex pairs = open_count_[0];
    std::uint64_t best = area_;
    Vertex best_left = 0;
    for (Vertex i = 0; i <= pairs; ++i) {
      const Vertex left = in_count_[0] + i, right = in_count_[1] + pairs - i;
      const std::uint64_t area = std::uint64_t{left} * right;
      if (left >= range.low[0] && right >= range.low[1] && area > best) best = area, best_left = i;
    }
    if (best == area_) return;
    Vertex taken = 0;
    for_each_bit(node.open[0], [&](Vertex v) {
      if (taken++ < best_left) {
        keep_common(node.open[1], bits_[0][v]);
      } else {
        clear_bit(node.open[0], v);
      }
    });
    open_count_ = {best_left, pairs - best_left};
    take_leaf(node);
  }

  /// The side whose vertices soon leave too few candidates on the opposite side, which needs a larger part of
  /// its candidates.
  std::size_t preferred_side(const SizeRange& range) const {
    const auto needed = [&](std::size_t side) {
      return static_cast<std::int64_t>(range.low[side]) - static_cast<std::int64_t>(in_count_[side]);
    };
    return needed(1) * std::int64_t{open_count_[0]} >= needed(0) * std::int64_t{open_count_[1]} ? 0 : 1;
  }

  void visit(std::size_t depth, SizeRange range) {
    if (nodes_at_.size() <= depth + 1) nodes_at_.resize(depth + 2);
    while (!stopped_) {
      stopped_ = nodes_ == 0 || ((--nodes_ & 255) == 0 && run_.should_stop());
      if (stopped_ || !tighten(nodes_at_[depth], range)) return;
      Node& node = nodes_at_[depth];
      Vertex most = 0, chosen = no_vertex;
      std::size_t chosen_side = 0;
      const std::size_t preferred = preferred_side(range);
      for (const std::size_t side : {preferred, 1 - preferred}) {
        if (most > 1) break;
        for_each_bit(node.open[side], [&](Vertex v) {
          const Vertex missing = open_count_[1 - side] - degree_[side][v];
          if (missing > most) most = missing, chosen = v, chosen_side = side;
        });
      }
      if (most == 1) return finish_matching(node, range);
      Node& child = nodes_at_[depth + 1];
      child = node;
      take(child, chosen_side, chosen);
      visit(depth + 1, range);
      clear_bit(nodes_at_[depth].open[chosen_side], chosen);
    }
  }

  const SideRows& rows_;
  const RunContext& run_;
  std::function<void(const SidePair&)> found_;
  BothSides<BitSet> bits_;  ///< the neighbours of every vertex, on the opposite side
  std::uint64_t area_;
  std::uint64_t& nodes_;
  std::vector<Node> nodes_at_;
  BothSides<Vertex> degree_;
  DegreeReach reach_;
  std::array<Vertex, 2> in_count_ = {}, open_count_ = {};
  bool stopped_ = false;
};

// --- all rows ---

constexpr std::uint64_t greedy_work = 10'000'000;    ///< row entries that greedy growth may visit
constexpr std::uint64_t first_nodes = 100'000;       ///< of every range, before ranges have all they need
constexpr std::uint64_t most_block_bits = 1u << 31;  ///< a larger block is not searched
constexpr std::uint64_t poll_every = 1u << 20;       ///< row entries between two looks at the clock

struct Search {
  const SideRows& all;
  const std::array<Vertex, 2>& least;
  const RunContext& run;
  std::uint64_t nodes_left = 0;
  BothSides<Vertex> numbers = {};
  LargestBiclique best = {};

  LargestBiclique find() {
    grow_from_vertices();
    search_ranges();
    best.bound = std::max(best.bound, best.area);
    return std::move(best);
  }

  struct Open {
    SizeRange range;
    std::uint64_t bound = 0;
  };

  // --- first bicliques ---

  void grow_from_vertices() {
    for (std::size_t side = 0; side < 2; ++side) {
      std::vector<Vertex> order = all_of(all.size(side));
      std::ranges::stable_sort(order, std::greater<>(), [&](Vertex v) { return all.degree(side, v); });
      std::vector<Vertex> count(order.size(), 0);
      std::uint64_t work = 0;
      for (const Vertex v : order) {
        if (work > greedy_work / 2 || run.should_stop()) break;
        grow_from(side, v, count, work);
      }
    }
  }

  /// Adds the vertex with most neighbours in the other side again and again.
  void grow_from(std::size_t side, Vertex first, std::vector<Vertex>& count, std::uint64_t& work) {
    const auto row = all.row(side, first);
    VertexSet others(row.begin(), row.end());
    std::vector<Vertex> touched;
    while (!others.empty()) {
      count_common(all, side, others, count, touched, work);
      SidePair pair;
      Vertex next = no_vertex;
      for (const Vertex u : touched) {
        if (count[u] == others.size()) {
          pair[side].push_back(u);
        } else if (next == no_vertex || count[u] > count[next] || (count[u] == count[next] && u < next)) {
          next = u;
        }
      }
      const std::uint64_t most = next == no_vertex ? 0 : count[next];
      for (const Vertex u : touched) count[u] = 0;
      std::ranges::sort(pair[side]);
      pair[1 - side] = others;
      if (pair[0].size() >= least[0] && pair[1].size() >= least[1]) keep(std::move(pair));
      if (most * touched.size() <= best.area) return;
      VertexSet left;
      std::ranges::set_intersection(others, all.row(side, next), std::back_inserter(left));
      others = std::move(left);
    }
  }

  void keep(SidePair pair) {
    const std::uint64_t area = std::uint64_t{pair[0].size()} * pair[1].size();
    if (area <= best.area) return;
    best.area = area;
    best.sides = std::move(pair);
    run.report("maximum biclique", static_cast<double>(area), best.nodes);
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
    const DegreeReach reach = degree_reach(all);
    const auto widest = static_cast<Vertex>(reach[0].size() - 1);
    for (Vertex low = least[1]; low <= widest;) {
      const Vertex high = std::min(widest, low + low / 2);
      Open part{{{least[0], low}, {all.size(0), high}}, 0};
      part.bound = narrow_range(reach, best.area, part.range);
      if (part.bound > 0) open.push_back(part);
      low = high + 1;
    }
    // The largest bounds first: they decide the bound at the end of the time.
    std::stable_sort(open.begin(), open.end(),
                     [](const Open& a, const Open& b) { return a.bound > b.bound; });
    for (const std::uint64_t nodes : {first_nodes, ~std::uint64_t{0}}) {
      std::erase_if(open, [&](Open& part) { return search_range(part, nodes); });
    }
    for (const Open& part : open) best.bound = std::max(best.bound, part.bound);
  }

  /// True if the range holds no larger biclique any more. Otherwise its bound is that of the reduced range.
  bool search_range(Open& open, std::uint64_t nodes) {
    if (run.should_stop()) return false;
    SideRows part;
    const auto left = reduce(part, open.range);
    if (!left) return false;
    open.bound = std::min(open.bound, *left);
    nodes_left = nodes;
    const bool finished = *left == 0 || search_part(part, open.range);
    best.nodes += nodes - nodes_left;
    return finished;
  }

  /// Makes `part` the rows without vertices that no larger biclique in the range has. Returns the largest
  /// area that is possible, 0: none. Empty if the run stopped.
  std::optional<std::uint64_t> reduce(SideRows& part, SizeRange& range) const {
    std::uint64_t left = narrow_range(degree_reach(all), best.area, range);
    part = left > 0 ? core_of(all, {range.low[1], range.low[0]}) : SideRows();
    // The side with less work goes first. Rounds that drop less than a tenth are not worth their time.
    std::size_t side = work_of(part, 0) <= work_of(part, 1) ? 0 : 1;
    for (int settled = 0; left > 0 && settled < 2; side = 1 - side) {
      const EdgeCount edges = part.edges();
      if (!keep_well_connected(part, side, range)) return std::nullopt;
      left = part.edges() > 0 ? narrow_range(degree_reach(part), best.area, range) : 0;
      part = core_of(part, {range.low[1], range.low[0]});
      settled = part.edges() > edges / 10 * 9 ? settled + 1 : 0;
    }
    return left;
  }

  /// Row entries that keep_well_connected visits.
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
      if (std::exchange(work, work > poll_every ? 0 : work) > poll_every && run.should_stop()) return false;
      Vertex enough = 0;
      count_common(part, side, part.row(side, v), count, touched, work);
      for (const Vertex u : touched) {
        enough += count[u] >= range.low[1 - side];
        count[u] = 0;
      }
      if (enough >= range.low[side]) kept[side].push_back(v);
    }
    BothSides<Vertex> own;
    if (kept[side].size() < part.size(side)) part = part_of(part, kept, own);
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

  // --- the reduced range ---

  bool search_part(const SideRows& part, const SizeRange& range) {
    const double pairs = static_cast<double>(part.size(0)) * part.size(1);
    if (2 * static_cast<double>(part.edges()) > pairs && pairs < static_cast<double>(most_block_bits))
      return search_block(part, range, 0, no_vertex);
    const std::size_t side =
        std::uint64_t{range.low[1]} * part.size(0) >= std::uint64_t{range.low[0]} * part.size(1) ? 0 : 1;
    std::vector<Vertex> order = all_of(part.size(side));
    std::vector<Vertex> rank(order.size()), count(order.size(), 0), touched;
    std::stable_sort(order.begin(), order.end(),
                     [&](Vertex a, Vertex b) { return part.degree(side, a) < part.degree(side, b); });
    for (Vertex i = 0; i < order.size(); ++i) rank[order[i]] = i;
    std::uint64_t work = 0;
    for (const Vertex v : order) {
      if (run.should_stop()) return false;
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
      if (!search_block(part_of(part, kept, numbers), range, side, first)) return false;
    }
    return true;
  }

  bool search_block(const SideRows& block, const SizeRange& range, std::size_t side, Vertex first) {
    const auto found = [&](const SidePair& pair) { keep(block.named(pair)); };
    return BlockSearch(block, best.area, nodes_left, run, found).search(range, side, first);
  }
};

}  // namespace bicliques

LargestBiclique largest_biclique(const SideRows& rows, const std::array<Vertex, 2>& least,
                                 const RunContext& run) {
  return bicliques::Search{rows, least, run}.find();
}

}  // namespace lode::detail
