#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "graph/decomposition/edge_rounds.hpp"
#include "graph/decomposition/load_component.hpp"

namespace lode::detail {
namespace {

/// Union-find that several threads may use at once. The root of a set is its smallest element.
class SharedSets {
 public:
  explicit SharedSets(Vertex n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), Vertex{0}); }
  Vertex find(Vertex v) {
    for (;;) {
      const Vertex up = at(v).load(std::memory_order_relaxed);
      if (up == v) return v;
      const Vertex further = at(up).load(std::memory_order_relaxed);
      // Halves the way for those who come later; a lost race only leaves it longer.
      if (further != up) at(v).store(further, std::memory_order_relaxed);
      v = further;
    }
  }
  void join(Vertex u, Vertex v) {
    for (;;) {
      u = find(u);
      v = find(v);
      if (u == v) return;
      if (u < v) std::swap(u, v);
      Vertex root = u;
      if (at(u).compare_exchange_strong(root, v, std::memory_order_relaxed)) return;
    }
  }

 private:
  std::atomic_ref<Vertex> at(Vertex v) { return std::atomic_ref(parent_[v]); }

  std::vector<Vertex> parent_;
};

class Splitter {
 public:
  Splitter(const LoadComponent& whole, const Levels& levels)
      : whole_(whole), level_(levels.level), base_(whole.base), sets_(whole.size()) {}

  Parts solve() {
    settle_across();
    number_parts();
    make_room();
    move_edges();
    list_settled();
    tbb::parallel_for(std::size_t{0}, parts_.components.size(),
                      [&](std::size_t i) { recompute_loads(parts_.components[i]); });
    return std::move(parts_);
  }

 private:
  bool inside(const SplitEdge& e) const { return level_[e.u] == level_[e.v]; }
  Vertex outer(const SplitEdge& e) const { return level_[e.u] > level_[e.v] ? e.u : e.v; }

  /// Gives edges across to their outer ends, joins the ends of the others and counts those by their first.
  void settle_across() {
    row_.assign(whole_.size(), 0);
    for_each_block(whole_.block_begin, whole_.edges.size(),
                   [&](std::size_t, std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i) {
                       const SplitEdge& e = whole_.edges[i];
                       if (inside(e)) {
                         sets_.join(e.u, e.v);
                         ++row_[e.u];
                       } else {
                         base_[outer(e)] += whole_.weight_of(i);
                       }
                     }
                   });
  }

  /// Numbers the connected sets and their vertices; turns row_ into where the edges of a vertex begin in its
  /// part.
  void number_parts() {
    const Vertex n = whole_.size();
    std::vector<Vertex> size(n, 0);
    for (Vertex v = 0; v < n; ++v) ++size[sets_.find(v)];
    part_.resize(n);
    number_.resize(n);
    for (Vertex v = 0; v < n; ++v) {
      const Vertex root = sets_.find(v);
      if (size[root] == 1) {
        parts_.singles.push_back({whole_.vertices[v], level_[v], base_[v], whole_.cost_of(v)});
        continue;
      }
      if (root == v) {  // met first
        part_[v] = static_cast<Vertex>(parts_.components.size());
        LoadComponent& target = parts_.components.emplace_back();
        target.vertices.reserve(size[root]);
        target.base.reserve(size[root]);
        target.whole_costs = whole_.whole_costs;
        parts_.level.push_back(level_[v]);
        num_edges_.push_back(0);
      }
      part_[v] = part_[root];
      LoadComponent& target = parts_.components[part_[v]];
      number_[v] = target.size();
      target.vertices.push_back(whole_.vertices[v]);
      target.base.push_back(base_[v]);
      if (!whole_.cost.empty()) target.cost.push_back(whole_.cost[v]);
      const std::size_t edges = row_[v];
      row_[v] = num_edges_[part_[v]];
      num_edges_[part_[v]] += edges;
    }
  }

  void make_room() {
    big_.assign(parts_.components.size(), not_big);
    for (std::size_t i = 0; i < parts_.components.size(); ++i) {
      LoadComponent& target = parts_.components[i];
      target.edges = PageBuffer<SplitEdge>(num_edges_[i]);
      if (!whole_.weight.empty()) target.weight.resize(num_edges_[i]);
      if (!whole_.source.empty()) target.source.resize(num_edges_[i]);
      if (whole_.block_begin.empty() || num_edges_[i] < LoadComponent::blocked_from) continue;
      big_[i] = big_parts_.size();
      big_parts_.push_back(static_cast<Vertex>(i));
      target.block_begin.assign(EdgeRounds::blocks + 1, 0);
    }
  }

  /// Edges of a small part go by their first ends, those of a big one by the blocks they come from.
  void move_edges() {
    if (!big_parts_.empty()) find_blocks();
    for_each_block(whole_.block_begin, whole_.edges.size(),
                   [&](std::size_t block, std::size_t begin, std::size_t end) {
                     std::vector<std::size_t> next = block_starts(block);
                     for (std::size_t i = begin; i < end; ++i) {
                       const SplitEdge& e = whole_.edges[i];
                       if (!inside(e)) continue;
                       const std::size_t big = big_[part_[e.u]];
                       put(i, parts_.components[part_[e.u]], big == not_big ? row_[e.u]++ : next[big]++);
                     }
                   });
  }

  void put(std::size_t i, LoadComponent& target, std::size_t at) const {
    const SplitEdge& e = whole_.edges[i];
    target.edges[at] = {number_[e.u], number_[e.v], e.share};
    if (!whole_.weight.empty()) target.weight[at] = whole_.weight[i];
    if (!whole_.source.empty()) target.source[at] = whole_.source[i];
  }

  /// Sets where the blocks of the big parts begin.
  void find_blocks() {
    tbb::parallel_for(std::size_t{0}, EdgeRounds::blocks, [&](std::size_t block) {
      for (std::size_t i = whole_.block_begin[block]; i < whole_.block_begin[block + 1]; ++i) {
        const SplitEdge& e = whole_.edges[i];
        const Vertex part = part_[e.u];
        if (inside(e) && big_[part] != not_big) ++parts_.components[part].block_begin[block + 1];
      }
    });
    for (const Vertex part : big_parts_) {
      std::vector<std::size_t>& begin = parts_.components[part].block_begin;
      std::partial_sum(begin.begin(), begin.end(), begin.begin());
    }
  }

  /// Where the edges of a block go, by big part.
  std::vector<std::size_t> block_starts(std::size_t block) const {
    std::vector<std::size_t> starts;
    for (const Vertex part : big_parts_) starts.push_back(parts_.components[part].block_begin[block]);
    return starts;
  }

  void list_settled() {
    if (whole_.source.empty()) return;
    for (std::size_t i = 0; i < whole_.edges.size(); ++i) {
      const SplitEdge& e = whole_.edges[i];
      if (!inside(e)) parts_.settled.push_back({whole_.source[i], whole_.vertices[outer(e)]});
    }
  }

  static constexpr std::size_t not_big = SIZE_MAX;

  const LoadComponent& whole_;
  const std::vector<Vertex>& level_;
  std::vector<double> base_;
  SharedSets sets_;
  std::vector<std::size_t> row_;        ///< by vertex: edges inside that begin here, then where the next goes
  std::vector<std::size_t> num_edges_;  ///< by part
  std::vector<Vertex> part_;
  std::vector<Vertex> number_;
  std::vector<std::size_t> big_;   ///< by part: its place in big_parts_
  std::vector<Vertex> big_parts_;  ///< those with blocks
  Parts parts_;
};

}  // namespace

Parts split(const LoadComponent& component, const Levels& levels) {
  return Splitter(component, levels).solve();
}

}  // namespace lode::detail
