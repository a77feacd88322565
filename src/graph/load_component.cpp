#include "graph/load_component.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/assert.hpp"
#include "graph/terminal_flow.hpp"

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

/// Vertices by falling load, ties to the smaller number.
std::vector<Vertex> by_falling_load(const std::vector<double>& load) {
  std::vector<Vertex> order(load.size());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::sort(order.begin(), order.end(),
            [&](Vertex a, Vertex b) { return load[a] != load[b] ? load[a] > load[b] : a < b; });
  return order;
}

/// Union-find over the vertices of a component.
class Sets {
 public:
  explicit Sets(Vertex n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), Vertex{0}); }
  Vertex find(Vertex v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(Vertex u, Vertex v) {
    u = find(u);
    v = find(v);
    if (u != v) parent_[std::max(u, v)] = std::min(u, v);
  }

 private:
  std::vector<Vertex> parent_;
};

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
  double total = 0.0;
  for (const double b : component.base) total += b;
  for (std::size_t i = 0; i < component.edges.size(); ++i) total += component.weight_of(i);
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

ExactDensity component_density(const LoadComponent& component) {
  std::int64_t total = 0;
  for (const double b : component.base) total += static_cast<std::int64_t>(b);
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    total += static_cast<std::int64_t>(component.weight_of(i));
  }
  const std::int64_t size = component.size();
  const std::int64_t common = std::gcd(total, size);
  return {total / common, size / common};
}

/// Consecutive edges share an end, so that one pass in order would wait for every load in turn. Eight passes
/// over eighths of the edges go side by side instead.
bool sweep(LoadComponent& component, double relaxation, const RunContext& run) {
  constexpr std::size_t lanes = 8;
  constexpr std::size_t between_polls = 1 << 15;
  const double step = 0.5 * relaxation;
  const std::size_t stride = component.edges.size() / lanes;
  SplitEdge* const edges = component.edges.data();
  const double* const weight = component.weight.empty() ? nullptr : component.weight.data();
  double* const load = component.load.data();
  for (std::size_t begin = 0; begin < stride; begin += between_polls) {
    if (begin > 0 && run.should_stop()) return false;
    const std::size_t end = std::min(stride, begin + between_polls);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t at = lane * stride + i;
        relax(edges[at], weight ? weight[at] : 1.0, step, load);
      }
    }
  }
  for (std::size_t at = lanes * stride; at < component.edges.size(); ++at) {
    relax(edges[at], weight ? weight[at] : 1.0, step, load);
  }
  return true;
}

void recompute_loads(LoadComponent& component) {
  component.load = component.base;
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    component.load[e.u] += e.share;
    component.load[e.v] += component.weight_of(i) - e.share;
  }
}

Levels proven_levels(const LoadComponent& component) {
  const Vertex n = component.size();
  const std::vector<Vertex> order = by_falling_load(component.load);
  std::vector<Vertex> place(n);
  std::vector<Vertex> degree(n, 0);
  for (Vertex i = 0; i < n; ++i) place[order[i]] = i;
  // blocked[i] counts, as running differences, the edges that forbid a cut between places i and i+1.
  std::vector<std::int64_t> blocked(n + std::size_t{1}, 0);
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    ++degree[e.u];
    ++degree[e.v];
    const bool u_inner = place[e.u] < place[e.v];
    if ((u_inner ? e.share : component.weight_of(i) - e.share) == 0.0) continue;
    ++blocked[std::min(place[e.u], place[e.v])];
    --blocked[std::max(place[e.u], place[e.v])];
  }
  const double max_degree = n == 0 ? 0.0 : *std::max_element(degree.begin(), degree.end());
  const double rounding =
      2.0 * (max_degree + 4.0) * std::numeric_limits<double>::epsilon() * component.load[order[0]];
  Levels levels;
  levels.level.resize(n);
  std::int64_t crossing = 0;
  for (Vertex i = 0; i < n; ++i) {
    levels.level[order[i]] = levels.count - 1;
    crossing += blocked[i];
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

std::optional<Levels> settle_by_flow(LoadComponent& component, ExactDensity density) {
  if (!fits(component, density)) return std::nullopt;
  RoundedShares rounded = round_shares(component, density);
  std::vector<FlowEdge> edges;
  edges.reserve(component.edges.size());
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const std::int64_t share = rounded.share[i];
    edges.push_back(
        {component.edges[i].u, component.edges[i].v, share, scaled_weight(component, i, density) - share});
  }
  const TerminalFlow flow = terminal_flow(rounded.excess, edges, KeepResiduals::yes);
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

Parts split(const LoadComponent& component, const Levels& levels) {
  const Vertex n = component.size();
  const auto inside = [&](const SplitEdge& e) { return levels.level[e.u] == levels.level[e.v]; };
  Parts parts;
  Sets sets(n);
  std::vector<double> base = component.base;
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    if (inside(e)) {
      sets.join(e.u, e.v);
      continue;
    }
    const Vertex outer = levels.level[e.u] > levels.level[e.v] ? e.u : e.v;
    base[outer] += component.weight_of(i);
    if (!component.source.empty()) parts.settled.push_back({component.source[i], component.vertices[outer]});
  }
  std::vector<Vertex> size(n, 0);
  for (Vertex v = 0; v < n; ++v) ++size[sets.find(v)];
  // The root of every set is its smallest vertex, so it is met first.
  std::vector<Vertex> part(n);
  std::vector<Vertex> number(n);
  for (Vertex v = 0; v < n; ++v) {
    const Vertex root = sets.find(v);
    if (size[root] == 1) {
      parts.singles.push_back({component.vertices[v], base[v]});
      continue;
    }
    if (root == v) {
      part[v] = static_cast<Vertex>(parts.components.size());
      parts.components.emplace_back();
    }
    part[v] = part[root];
    LoadComponent& target = parts.components[part[v]];
    number[v] = target.size();
    target.vertices.push_back(component.vertices[v]);
    target.base.push_back(base[v]);
  }
  for (std::size_t i = 0; i < component.edges.size(); ++i) {
    const SplitEdge& e = component.edges[i];
    if (!inside(e)) continue;
    LoadComponent& target = parts.components[part[e.u]];
    target.edges.push_back({number[e.u], number[e.v], e.share});
    if (!component.weight.empty()) target.weight.push_back(component.weight[i]);
    if (!component.source.empty()) target.source.push_back(component.source[i]);
  }
  for (LoadComponent& target : parts.components) recompute_loads(target);
  return parts;
}

}  // namespace lode::detail
