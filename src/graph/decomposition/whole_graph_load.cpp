#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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

}  // namespace

std::optional<LoadComponent> whole_graph(const Part& part, const DensityUnits& units, const RunContext& run) {
  const Graph& graph = part.graph;
  LoadComponent whole;
  whole.vertices =
      falling_order(graph.num_vertices(), graph.max_degree(), [&](Vertex v) { return graph.degree(v); });
  whole.edges = PageBuffer<SplitEdge>(graph.num_edges());
  if (graph.weighted() || !units.exact()) whole.weight.resize(graph.num_edges());
  if (!units.exact()) whole.source.resize(graph.num_edges());
  if (!add_edges(whole, graph, units, run)) return std::nullopt;
  whole.exact = units.exact();
  whole.exponent = units.exponent();
  for (Vertex& v : whole.vertices) {
    v = part.outward(v);
    whole.base.push_back(units.value(v));
    if (units.has_costs()) whole.cost.push_back(units.cost(v));
  }
  recompute_loads(whole);
  return whole;
}

}  // namespace lode::detail
