#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "graph/decomposition/load_component.hpp"

namespace lode::detail {
namespace {

/// Sets of vertices that are joined step by step. The root of a set is its smallest element.
class JoinedSets {
 public:
  explicit JoinedSets(Vertex n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), Vertex{0}); }
  Vertex find(Vertex v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(Vertex u, Vertex v) {
    u = find(u);
    v = find(v);
    parent_[std::max(u, v)] = std::min(u, v);
  }

 private:
  std::vector<Vertex> parent_;
};

class Splitter {
 public:
  Splitter(const LoadComponent& whole, const Levels& levels)
      : whole_(whole), level_(levels.level), base_(whole.base), sets_(whole.size()) {}

  Parts solve() {
    settle_across();
    number_parts();
    move_edges();
    tbb::parallel_for(std::size_t{0}, parts_.components.size(),
                      [&](std::size_t i) { recompute_loads(parts_.components[i]); });
    return std::move(parts_);
  }

 private:
  bool inside(const SplitEdge& e) const { return level_[e.u] == level_[e.v]; }

  /// Gives edges across to their outer ends, and joins the ends of the others.
  void settle_across() {
    for (std::size_t i = 0; i < whole_.edges.size(); ++i) {
      const SplitEdge& e = whole_.edges[i];
      if (inside(e)) {
        sets_.join(e.u, e.v);
        continue;
      }
      const Vertex outer = level_[e.u] > level_[e.v] ? e.u : e.v;
      base_[outer] += whole_.weight_of(i);
      if (!whole_.source.empty()) parts_.settled.push_back({whole_.source[i], whole_.vertices[outer]});
    }
  }

  /// Numbers the connected sets and their vertices.
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
        target.exact = whole_.exact;
        target.exponent = whole_.exponent;
        parts_.level.push_back(level_[v]);
      }
      part_[v] = part_[root];
      LoadComponent& target = parts_.components[part_[v]];
      number_[v] = target.size();
      target.vertices.push_back(whole_.vertices[v]);
      target.base.push_back(base_[v]);
      if (!whole_.cost.empty()) target.cost.push_back(whole_.cost[v]);
    }
  }

  /// Every part gets its edges in the order that they had.
  void move_edges() {
    std::vector<std::size_t> next(parts_.components.size(), 0);
    for (const SplitEdge& e : whole_.edges) {
      if (inside(e)) ++next[part_[e.u]];
    }
    for (std::size_t i = 0; i < next.size(); ++i) {
      LoadComponent& target = parts_.components[i];
      target.edges = PageBuffer<SplitEdge>(next[i]);
      if (!whole_.weight.empty()) target.weight.resize(next[i]);
      if (!whole_.source.empty()) target.source.resize(next[i]);
      next[i] = 0;
    }
    for (std::size_t i = 0; i < whole_.edges.size(); ++i) {
      const SplitEdge& e = whole_.edges[i];
      if (!inside(e)) continue;
      LoadComponent& target = parts_.components[part_[e.u]];
      const std::size_t at = next[part_[e.u]]++;
      target.edges[at] = {number_[e.u], number_[e.v], e.share};
      if (!whole_.weight.empty()) target.weight[at] = whole_.weight[i];
      if (!whole_.source.empty()) target.source[at] = whole_.source[i];
    }
  }

  const LoadComponent& whole_;
  const std::vector<Vertex>& level_;
  std::vector<double> base_;
  JoinedSets sets_;
  std::vector<Vertex> part_;
  std::vector<Vertex> number_;
  Parts parts_;
};

}  // namespace

Parts split(const LoadComponent& component, const Levels& levels) {
  return Splitter(component, levels).solve();
}

}  // namespace lode::detail
