#include "graph/decomposition/load_component.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

#include <tbb/parallel_sort.h>

#include "core/assert.hpp"
#include "graph/decomposition/edge_rounds.hpp"
#include "graph/decomposition/terminal_flow.hpp"

namespace lode::detail {
namespace {

/// Moves one edge's share towards equal loads.
inline void relax(SplitEdge& edge, double weight, double step, double* load) {
  const double wanted = edge.share + step * (load[edge.v] - load[edge.u]);
  const double share = std::min(std::max(wanted, 0.0), weight);
  const double moved = share - edge.share;
  edge.share = share;
  load[edge.u] += moved;
  load[edge.v] -= moved;
}

/// Relaxes a block of edges. Consecutive edges share an end, so that one pass in order would wait for every
/// load in turn: eight passes over eighths of the block go side by side instead.
bool sweep_block(LoadComponent& component, std::size_t first, std::size_t last, double step,
                 const RunContext& run) {
  constexpr std::size_t lanes = 8;
  constexpr std::size_t between_polls = 1 << 15;
  const std::size_t stride = (last - first) / lanes;
  SplitEdge* const edges = component.edges.data();
  const double* const weight = component.weight.empty() ? nullptr : component.weight.data();
  double* const load = component.load.data();
  for (std::size_t begin = 0; begin < stride; begin += between_polls) {
    if (begin > 0 && run.should_stop()) return false;
    const std::size_t end = std::min(stride, begin + between_polls);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t at = first + lane * stride + i;
        relax(edges[at], weight ? weight[at] : 1.0, step, load);
      }
    }
  }
  for (std::size_t at = first + lanes * stride; at < last; ++at) {
    relax(edges[at], weight ? weight[at] : 1.0, step, load);
  }
  return true;
}

/// Vertices by falling load, ties to the smaller number.
std::vector<Vertex> by_falling_load(const std::vector<double>& load) {
  std::vector<Vertex> order(load.size());
  std::iota(order.begin(), order.end(), Vertex{0});
  tbb::parallel_sort(order.begin(), order.end(),
                     [&](Vertex a, Vertex b) { return load[a] != load[b] ? load[a] > load[b] : a < b; });
  return order;
}

/// Rows of a component's edges: the edges at v are edge[begin[v]] ... edge[begin[v+1]-1].
struct EdgeRows {
  std::vector<std::size_t> begin;
  std::vector<std::size_t> edge;
};

EdgeRows edge_rows(const LoadComponent& component) {
  EdgeRows rows;
  rows.begin.assign(component.size() + std::size_t{2}, 0);
  for (const SplitEdge& e : component.edges) {
    ++rows.begin[e.u + std::size_t{2}];
    ++rows.begin[e.v + std::size_t{2}];
  }
  std::partial_sum(rows.begin.begin(), rows.begin.end(), rows.begin.begin());
  rows.edge.resize(2 * component.edges.size());
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    rows.edge[rows.begin[component.edges[i].u + std::size_t{1}]++] = i;
    rows.edge[rows.begin[component.edges[i].v + std::size_t{1}]++] = i;
  }
  rows.begin.pop_back();
  return rows;
}

/// A spanning tree in breadth-first order, as the edge to the parent of every vertex but the root.
struct SpanningTree {
  std::vector<Vertex> order;
  std::vector<std::size_t> parent_edge;  ///< by vertex
};

/// Prefers edges whose share is far from both limits: grows over edges of relative distance above 1/4, then
/// above 1/16, 1/64, 0, then over any.
SpanningTree spanning_tree(const LoadComponent& component) {
  const EdgeRows rows = edge_rows(component);
  const Vertex n = component.size();
  Vertex root = 0;
  for (Vertex v = 1; v < n; ++v) {
    const auto degree = [&](Vertex x) { return rows.begin[x + std::size_t{1}] - rows.begin[x]; };
    if (degree(v) > degree(root)) root = v;
  }
  SpanningTree tree;
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  tree.parent_edge.assign(n, none);
  tree.order.reserve(n);
  tree.order.push_back(root);
  for (const double limit : {0.25, 0.0625, 0.015625, 0.0, -1.0}) {
    for (std::size_t i = 0; i < tree.order.size(); ++i) {
      const Vertex v = tree.order[i];
      for (std::size_t at = rows.begin[v]; at < rows.begin[v + std::size_t{1}]; ++at) {
        const std::size_t id = rows.edge[at];
        const SplitEdge& e = component.edges[id];
        const Vertex u = e.u == v ? e.v : e.u;
        const double weight = component.weight_of(id);
        if (u == root || tree.parent_edge[u] != none) continue;
        if (std::min(e.share, weight - e.share) <= limit * weight) continue;
        tree.parent_edge[u] = id;
        tree.order.push_back(u);
      }
    }
    if (tree.order.size() == n) break;
  }
  return tree;
}

/// Shares in multiples of 1/denominator, and what every load then has above the density.
struct RoundedShares {
  std::vector<std::int64_t> share;  ///< of u
  std::vector<std::int64_t> excess;
};

std::int64_t scaled_weight(const LoadComponent& component, std::size_t edge, ExactDensity density) {
  return static_cast<std::int64_t>(component.weight_of(edge)) * density.denominator;
}

RoundedShares round_shares(const LoadComponent& component, ExactDensity density) {
  RoundedShares rounded;
  rounded.excess.resize(component.size());
  for (Vertex v = 0; v < component.size(); ++v) {
    rounded.excess[v] =
        static_cast<std::int64_t>(component.base[v]) * density.denominator - density.numerator;
  }
  rounded.share.resize(component.edges.size());
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    const std::int64_t whole = scaled_weight(component, i, density);
    const auto share = std::min(
        static_cast<std::int64_t>(std::llround(e.share * static_cast<double>(density.denominator))), whole);
    rounded.share[i] = share;
    rounded.excess[e.u] += share;
    rounded.excess[e.v] += whole - share;
  }
  return rounded;
}

/// True if all numbers of the scaled problem stay below 2^62.
bool fits(const LoadComponent& component, ExactDensity density) {
  const double total = std::accumulate(component.base.begin(), component.base.end(), total_weight(component));
  return total * static_cast<double>(density.denominator) < 0x1p61;
}

void keep_shares(LoadComponent& component, const std::vector<std::int64_t>& share, ExactDensity density) {
  for (std::size_t i = 0; i < share.size(); ++i) {
    component.edges[i].share = std::min(
        static_cast<double>(share[i]) / static_cast<double>(density.denominator), component.weight_of(i));
  }
  recompute_loads(component);
}

}  // namespace

double total_weight(const LoadComponent& component) {
  if (component.weight.empty()) return static_cast<double>(component.edges.size());
  return std::accumulate(component.weight.begin(), component.weight.end(), 0.0);
}

ExactDensity component_density(const LoadComponent& component) {
  auto total = static_cast<std::int64_t>(total_weight(component));
  for (const double b : component.base) total += static_cast<std::int64_t>(b);
  const std::int64_t size = component.size();
  const std::int64_t common = std::gcd(total, size);
  return {total / common, size / common};
}

bool sweep(LoadComponent& component, double relaxation, const RunContext& run) {
  std::atomic<bool> stopped = false;
  for_each_block(component.block_begin, component.edges.size(),
                 [&](std::size_t, std::size_t begin, std::size_t end) {
                   if (!sweep_block(component, begin, end, 0.5 * relaxation, run)) stopped = true;
                 });
  return !stopped;
}

void recompute_loads(LoadComponent& component) {
  component.load = component.base;
  for_each_block(component.block_begin, component.edges.size(),
                 [&](std::size_t, std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end; ++i) {
                     const SplitEdge& e = component.edges[i];
                     component.load[e.u] += e.share;
                     component.load[e.v] += component.weight_of(i) - e.share;
                   }
                 });
}

Levels proven_levels(const LoadComponent& component) {
  const Vertex n = component.size();
  const std::vector<Vertex> order = by_falling_load(component.load);
  std::vector<Vertex> place(n);
  std::vector<Vertex> degree(n, 0);
  for (Vertex i = 0; i < n; ++i) place[order[i]] = i;
  // Edges that forbid a cut at all places behind a vertex, less those that end to forbid it: by vertex.
  std::vector<std::int64_t> blocked(n, 0);
  for_each_block(component.block_begin, component.edges.size(),
                 [&](std::size_t, std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end; ++i) {
                     const SplitEdge& e = component.edges[i];
                     ++degree[e.u];
                     ++degree[e.v];
                     const bool u_inner = place[e.u] < place[e.v];
                     if ((u_inner ? e.share : component.weight_of(i) - e.share) == 0.0) continue;
                     ++blocked[u_inner ? e.u : e.v];
                     --blocked[u_inner ? e.v : e.u];
                   }
                 });
  const double max_degree = n == 0 ? 0.0 : *std::max_element(degree.begin(), degree.end());
  const double rounding = 2.0 * (max_degree + 4.0) * std::numeric_limits<double>::epsilon() *
                          (n == 0 ? 0.0 : component.load[order[0]]);
  Levels levels;
  levels.level.resize(n);
  std::int64_t crossing = 0;
  for (Vertex i = 0; i < n; ++i) {
    levels.level[order[i]] = levels.count - 1;
    crossing += blocked[order[i]];
    if (i + 1 < n && crossing == 0 &&
        component.load[order[i]] - component.load[order[i + std::size_t{1}]] > rounding) {
      ++levels.count;
    }
  }
  return levels;
}

bool settle_by_tree(LoadComponent& component, ExactDensity density) {
  if (!fits(component, density)) return false;
  RoundedShares rounded = round_shares(component, density);
  const SpanningTree tree = spanning_tree(component);
  for (std::size_t i = tree.order.size(); i-- > 1;) {
    const Vertex v = tree.order[i];
    const std::size_t id = tree.parent_edge[v];
    const SplitEdge& e = component.edges[id];
    const std::int64_t whole = scaled_weight(component, id, density);
    const std::int64_t moved = rounded.excess[v];
    std::int64_t& share = rounded.share[id];
    share += e.u == v ? -moved : moved;
    if (share < 0 || share > whole) return false;
    rounded.excess[e.u == v ? e.v : e.u] += moved;
    rounded.excess[v] = 0;
  }
  LODE_ASSERT_LIGHT(rounded.excess[tree.order.front()] == 0);
  keep_shares(component, rounded.share, density);
  return true;
}

std::optional<Levels> settle_by_flow(LoadComponent& component, ExactDensity density, const RunContext& run,
                                     double& work) {
  if (!fits(component, density)) return std::nullopt;
  RoundedShares rounded = round_shares(component, density);
  std::vector<FlowEdge> edges;
  edges.reserve(component.edges.size());
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const std::int64_t share = rounded.share[i];
    edges.push_back(
        {component.edges[i].u, component.edges[i].v, share, scaled_weight(component, i, density) - share});
  }
  const auto found = terminal_flow(rounded.excess, edges, KeepResiduals::yes, work, run);
  if (std::isfinite(work)) work = found ? std::max(0.0, work - static_cast<double>(found->reads)) : 0.0;
  if (!found) return std::nullopt;
  const TerminalFlow& flow = *found;
  keep_shares(component, flow.forward, density);
  Levels levels;
  levels.level.reserve(component.size());
  std::size_t inner = 0;
  for (const FlowSide side : flow.side) {
    levels.level.push_back(side == FlowSide::source ? 0 : 1);
    inner += side == FlowSide::source;
  }
  if (inner == 0) {
    levels.level.assign(component.size(), 0);
    return levels;
  }
  LODE_ASSERT_LIGHT(inner < component.size());
  levels.count = 2;
  return levels;
}

}  // namespace lode::detail
