#include <algorithm>
#include <bit>

#include "graph/sides/biclique.hpp"

namespace lode::detail {
namespace blocks {

/// A set of vertices of one side, one bit each.
using BitSet = std::vector<std::uint64_t>;

Vertex count_bits(const BitSet& bits) {
  Vertex count = 0;
  for (const std::uint64_t word : bits) count += static_cast<Vertex>(std::popcount(word));
  return count;
}
bool has_bit(const BitSet& bits, Vertex v) { return bits[v / 64] >> (v % 64) & 1; }
void set_bit(BitSet& bits, Vertex v) { bits[v / 64] |= std::uint64_t{1} << (v % 64); }
void clear_bit(BitSet& bits, Vertex v) { bits[v / 64] &= ~(std::uint64_t{1} << (v % 64)); }

/// Calls `visit(v)` for the members in increasing order. `visit` may clear the bit of the member.
template <class Visit>
void for_each_bit(const BitSet& bits, const Visit& visit) {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    for (std::uint64_t word = bits[i]; word != 0; word &= word - 1)
      visit(static_cast<Vertex>(64 * i + static_cast<std::size_t>(std::countr_zero(word))));
  }
}

class Search {
 public:
  Search(const SideRows& rows, const BlockTask& task, std::uint64_t& nodes, const RunContext& run,
         const std::function<void(const SidePair&)>& found)
      : rows_(rows), run_(run), found_(found), area_(task.area), nodes_(nodes), nodes_at_(1) {
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
    if (task.first == no_vertex) return;
    clear_bit(root.open[task.side], task.first);
    set_bit(root.in[task.side], task.first);
    root.open[1 - task.side] = bits(task.side, task.first);
  }

  /// False if it was stopped.
  bool run(const SizeRange& range) {
    visit(0, range);
    return !stopped_;
  }

 private:
  struct Node {
    std::array<BitSet, 2> in, open;
  };
  enum class Outcome { closed, open };

  std::size_t words(std::size_t side) const { return (std::size_t{rows_.size(side)} + 63) / 64; }
  /// The neighbours of v, which lie on the other side.
  const BitSet& bits(std::size_t side, Vertex v) const { return bits_[side][v]; }
  /// How many neighbours of v are in `others`.
  Vertex common(std::size_t side, Vertex v, const BitSet& others) const {
    const std::uint64_t* const mine = bits(side, v).data();
    Vertex count = 0;
    for (std::size_t i = 0; i < others.size(); ++i)
      count += static_cast<Vertex>(std::popcount(mine[i] & others[i]));
    return count;
  }

  /// True if a candidate left or is in now.
  bool drop_and_fix(Node& node, const SizeRange& range) {
    bool changed = false;
    for (std::size_t side = 0; side < 2; ++side) {
      const Vertex others = count_bits(node.open[1 - side]);
      const Vertex others_in = in_count_[1 - side];
      for_each_bit(node.open[side], [&](Vertex v) {
        const Vertex degree = common(side, v, node.open[1 - side]);
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

  Outcome tighten(Node& node, SizeRange& range) {
    for (;;) {
      for (std::size_t side = 0; side < 2; ++side) in_count_[side] = count_bits(node.in[side]);
      do {
        for (std::size_t side = 0; side < 2; ++side) {
          open_count_[side] = count_bits(node.open[side]);
          if (in_count_[side] + open_count_[side] < range.low[side]) return Outcome::closed;
        }
      } while (drop_and_fix(node, range));
      if (open_count_[0] == 0 || open_count_[1] == 0) {
        take_leaf(node);
        return Outcome::closed;
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
      if (narrow_range(reach_, area_, next) == 0) return Outcome::closed;
      const bool same = next.low == range.low;
      range = next;
      if (same) return Outcome::open;
    }
  }

  void take_leaf(const Node& node) {
    std::array<std::uint64_t, 2> count = {};
    for (std::size_t side = 0; side < 2; ++side) count[side] = in_count_[side] + open_count_[side];
    if (count[0] * count[1] <= area_) return;
    SidePair pair;
    for (std::size_t side = 0; side < 2; ++side) {
      for (Vertex v = 0; v < rows_.size(side); ++v) {
        if (has_bit(node.in[side], v) || has_bit(node.open[side], v)) pair[side].push_back(v);
      }
    }
    area_ = count[0] * count[1];
    found_(pair);
  }

  /// Every candidate misses one candidate of the other side: the candidates are pairs of which one is in. All
  /// ways to choose differ by sizes alone, and the best one that is large enough on both sides is taken.
  void finish_matching(const Node& node, const SizeRange& range) {
    const Vertex pairs = open_count_[0];
    std::uint64_t best = 0;
    Vertex best_left = 0;
    for (Vertex i = 0; i <= pairs; ++i) {
      const Vertex left = in_count_[0] + i, right = in_count_[1] + pairs - i;
      if (left < range.low[0] || right < range.low[1]) continue;
      const std::uint64_t area = std::uint64_t{left} * right;
      if (area > best) best = area, best_left = i;
    }
    if (best <= area_) return;
    SidePair pair;
    Vertex taken = 0;
    BitSet right = node.open[1];
    for (Vertex v = 0; v < rows_.size(0); ++v) {
      if (has_bit(node.in[0], v)) pair[0].push_back(v);
      if (!has_bit(node.open[0], v) || taken == best_left) continue;
      pair[0].push_back(v);
      ++taken;
      const BitSet& row = bits(0, v);
      for (std::size_t i = 0; i < right.size(); ++i) right[i] &= row[i];
    }
    for (Vertex v = 0; v < rows_.size(1); ++v) {
      if (has_bit(node.in[1], v) || has_bit(right, v)) pair[1].push_back(v);
    }
    area_ = best;
    found_(pair);
  }

  /// The side whose vertices soon leave too few candidates on the other one: a larger part of these is
  /// needed.
  std::size_t preferred_side(const SizeRange& range) const {
    const auto needed = [&](std::size_t side) {
      return static_cast<std::int64_t>(range.low[side]) - static_cast<std::int64_t>(in_count_[side]);
    };
    return needed(1) * std::int64_t{open_count_[0]} >= needed(0) * std::int64_t{open_count_[1]} ? 0 : 1;
  }

  void visit(std::size_t depth, SizeRange range) {
    if (nodes_at_.size() <= depth + 1) nodes_at_.resize(depth + 2);
    while (!stopped_) {
      if (nodes_ == 0 || ((--nodes_ & 255) == 0 && run_.should_stop())) {
        stopped_ = true;
        return;
      }
      if (tighten(nodes_at_[depth], range) == Outcome::closed) return;
      const Node& node = nodes_at_[depth];
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
      if (most == 1) {
        finish_matching(node, range);
        return;
      }
      Node& child = nodes_at_[depth + 1];
      child = node;
      clear_bit(child.open[chosen_side], chosen);
      set_bit(child.in[chosen_side], chosen);
      const BitSet& row = bits(chosen_side, chosen);
      BitSet& others = child.open[1 - chosen_side];
      for (std::size_t i = 0; i < others.size(); ++i) others[i] &= row[i];
      visit(depth + 1, range);
      clear_bit(nodes_at_[depth].open[chosen_side], chosen);
    }
  }

  const SideRows& rows_;
  const RunContext& run_;
  const std::function<void(const SidePair&)>& found_;
  BothSides<BitSet> bits_;
  std::uint64_t area_;
  std::uint64_t& nodes_;
  std::vector<Node> nodes_at_;
  BothSides<Vertex> degree_;
  DegreeReach reach_;
  std::array<Vertex, 2> in_count_ = {}, open_count_ = {};
  bool stopped_ = false;
};

}  // namespace blocks

std::uint64_t narrow_range(const DegreeReach& reach, std::uint64_t area, SizeRange& range) {
  const auto left_with = [&](Vertex b) { return b < reach[0].size() ? reach[0][b] : 0; };
  const auto right_with = [&](Vertex a) { return a < reach[1].size() ? reach[1][a] : 0; };
  Vertex a = std::min<Vertex>(range.high[0], static_cast<Vertex>(reach[1].size() - 1));
  std::uint64_t largest = 0;
  SizeRange next{{no_vertex, no_vertex}, {0, 0}};
  for (Vertex b = range.low[1]; b <= range.high[1]; ++b) {
    a = std::min(a, left_with(b));
    while (a >= range.low[0] && right_with(a) < b) --a;
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

bool search_block(const SideRows& rows, const BlockTask& task, std::uint64_t& nodes, const RunContext& run,
                  const std::function<void(const SidePair&)>& found) {
  return blocks::Search(rows, task, nodes, run, found).run(task.range);
}

}  // namespace lode::detail
