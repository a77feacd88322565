#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "graph/decomposition/load_component.hpp"
#include "graph/falling_order.hpp"

namespace lode::detail {
namespace {

/// Appends the edges from every vertex to later ones, the rows by the larger ends' numbers: passes over edges
/// in another order take twice the time. False if the run should stop.
bool add_edges(LoadComponent& whole, const Graph& graph, const DensityUnits& units, const RunContext& run) {
  constexpr Vertex rows_between_polls = 512;
  constexpr Vertex offset_ahead = 16;
  constexpr Vertex row_ahead = 8;
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> number(n);
  for (Vertex i = 0; i < n; ++i) number[whole.vertices[i]] = i;
  std::vector<std::uint64_t> later;  // larger end, and place in the row of the graph
  std::size_t at = 0;
  for (Vertex v = 0; v < n; ++v) {
    if (v % rows_between_polls == 0 && run.should_stop()) return false;
    const Vertex vertex = whole.vertices[v];
    if (v + offset_ahead < n) {  // rows are far from each other in memory
      __builtin_prefetch(graph.offsets().data() + whole.vertices[v + offset_ahead]);
      __builtin_prefetch(graph.neighbors(whole.vertices[v + row_ahead]).data());
    }
    const auto neighbors = graph.neighbors(vertex);
    later.clear();
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
      const Vertex u = number[neighbors[i]];
      if (u > v) later.push_back(std::uint64_t{u} << 32 | i);
    }
    std::ranges::sort(later);
    for (const std::uint64_t entry : later) {
      const ArcIndex arc = graph.offsets()[vertex] + (entry & UINT32_MAX);
      const double weight = units.in_units(graph.arc_weight(arc));
      whole.edges[at] = {v, static_cast<Vertex>(entry >> 32), weight / 2};
      if (!whole.weight.empty()) whole.weight[at] = weight;
      if (!whole.source.empty()) whole.source[at] = arc;
      ++at;
    }
  }
  return true;
}

/// Takes a component apart.
class Splitter {
 public:
  Splitter(const LoadComponent& whole, const Levels& levels)
      : whole_(whole), level_(levels.level), base_(whole.base), parent_(whole.size()) {
    std::iota(parent_.begin(), parent_.end(), Vertex{0});
  }

  Parts solve() {
    settle_across();
    number_parts();
    move_edges();
    tbb::parallel_for(std::size_t{0}, parts_.components.size(),
                      [&](std::size_t i) { recompute_loads(parts_.components[i]); });
    return std::move(parts_);
  }

 private:
  /// The smallest vertex known to be joined to v.
  Vertex root(Vertex v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

  bool inside(const SplitEdge& e) const { return level_[e.u] == level_[e.v]; }

  /// Gives edges across levels to their outer ends, and joins the ends of all other edges.
  void settle_across() {
    for (std::size_t i = 0; i < whole_.edges.size(); ++i) {
      const SplitEdge& e = whole_.edges[i];
      if (inside(e)) {
        const auto [smaller, larger] = std::minmax({root(e.u), root(e.v)});
        parent_[larger] = smaller;
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
    for (Vertex v = 0; v < n; ++v) ++size[root(v)];
    part_.resize(n);
    number_.resize(n);
    for (Vertex v = 0; v < n; ++v) {
      const Vertex first = root(v);
      if (size[first] == 1) {
        parts_.singles.push_back({whole_.vertices[v], level_[v], base_[v], whole_.cost_of(v)});
        continue;
      }
      if (first == v) {
        part_[v] = static_cast<Vertex>(parts_.components.size());
        LoadComponent& target = parts_.components.emplace_back();
        target.vertices.reserve(size[first]);
        target.base.reserve(size[first]);
        target.exact = whole_.exact;
        target.unit = whole_.unit;
        parts_.level.push_back(level_[v]);
      }
      part_[v] = part_[first];
      LoadComponent& target = parts_.components[part_[v]];
      number_[v] = target.size();
      target.vertices.push_back(whole_.vertices[v]);
      target.base.push_back(base_[v]);
      if (!whole_.cost.empty()) target.cost.push_back(whole_.cost[v]);
    }
  }

  /// The edges of every part keep their order.
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
  std::vector<Vertex> parent_;
  std::vector<Vertex> part_;
  std::vector<Vertex> number_;
  Parts parts_;
};

}  // namespace

std::optional<LoadComponent> whole_graph(const Graph& graph, const DensityUnits& units,
                                         const RunContext& run) {
  LoadComponent whole;
  whole.vertices =
      falling_order(graph.num_vertices(), graph.max_degree(), [&](Vertex v) { return graph.degree(v); });
  whole.edges = PageBuffer<SplitEdge>(graph.num_edges());
  if (graph.weighted() || units.unit() != 1.0) whole.weight.resize(graph.num_edges());
  if (!units.exact()) whole.source.resize(graph.num_edges());
  if (!add_edges(whole, graph, units, run)) return std::nullopt;
  whole.exact = units.exact();
  whole.unit = units.unit();
  for (const Vertex v : whole.vertices) {
    whole.base.push_back(units.value(v));
    if (units.has_costs()) whole.cost.push_back(units.cost(v));
  }
  recompute_loads(whole);
  return whole;
}

Parts split(const LoadComponent& component, const Levels& levels) {
  return Splitter(component, levels).solve();
}

}  // namespace lode::detail
