#include "graph/decomposition/coarse_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace lode::detail {
namespace {

__extension__ using Wide = __int128;

constexpr std::size_t least_vertices = 4096;
constexpr std::size_t most_edges_per_vertex = 4;
constexpr Vertex cluster_size = 8;

struct Rows {
  std::vector<std::size_t> begin;
  std::vector<Vertex> neighbor;
};

Rows rows_of(std::size_t n, std::span<const FlowEdge> edges) {
  Rows rows;
  rows.begin.assign(n + 2, 0);
  for (const FlowEdge& e : edges) {
    ++rows.begin[e.u + std::size_t{2}];
    ++rows.begin[e.v + std::size_t{2}];
  }
  std::partial_sum(rows.begin.begin(), rows.begin.end(), rows.begin.begin());
  rows.neighbor.resize(2 * edges.size());
  for (const FlowEdge& e : edges) {
    rows.neighbor[rows.begin[e.u + std::size_t{1}]++] = e.v;
    rows.neighbor[rows.begin[e.v + std::size_t{1}]++] = e.u;
  }
  return rows;
}

struct Clusters {
  std::vector<Vertex> of;
  Vertex count = 0;
};

/// Breadth-first from every vertex that is free yet, up to a number of vertices. A cluster that stays small
/// has no free neighbour and joins that of a neighbour.
Clusters join_neighbors(std::size_t n, std::span<const FlowEdge> edges) {
  const Rows rows = rows_of(n, edges);
  constexpr Vertex nowhere = std::numeric_limits<Vertex>::max();
  Clusters clusters;
  clusters.of.assign(n, nowhere);
  std::vector<Vertex> members;
  for (Vertex first = 0; first < n; ++first) {
    if (clusters.of[first] != nowhere) continue;
    members.assign(1, first);
    clusters.of[first] = clusters.count;
    Vertex beside = nowhere;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t at = rows.begin[members[i]]; at < rows.begin[members[i] + std::size_t{1}]; ++at) {
        const Vertex u = rows.neighbor[at];
        if (clusters.of[u] == nowhere && members.size() < cluster_size) {
          clusters.of[u] = clusters.count;
          members.push_back(u);
        } else if (clusters.of[u] < clusters.count) {
          beside = clusters.of[u];
        }
      }
    }
    if (members.size() <= cluster_size / 2 && beside != nowhere) {
      for (const Vertex v : members) clusters.of[v] = beside;
    } else {
      ++clusters.count;
    }
  }
  return clusters;
}

/// The network of the clusters, and which of its edges every edge became; none inside a cluster.
struct Coarse {
  std::vector<std::int64_t> supply;
  std::vector<FlowEdge> edges;
  std::vector<std::size_t> edge_of;
};
constexpr std::size_t inside = std::numeric_limits<std::size_t>::max();

Coarse coarsened(const Clusters& clusters, std::span<const std::int64_t> supply,
                 std::span<const FlowEdge> edges) {
  Coarse coarse;
  coarse.supply.assign(clusters.count, 0);
  for (std::size_t v = 0; v < supply.size(); ++v) coarse.supply[clusters.of[v]] += supply[v];
  const auto ends = [&](const FlowEdge& e) { return std::minmax(clusters.of[e.u], clusters.of[e.v]); };
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto [a, b] = ends(edges[i]);
    if (a != b) order.emplace_back(std::uint64_t{a} << 32 | b, i);
  }
  std::sort(order.begin(), order.end());
  coarse.edge_of.assign(edges.size(), inside);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const FlowEdge& e = edges[order[k].second];
    const auto [a, b] = ends(e);
    if (k == 0 || order[k].first != order[k - 1].first) coarse.edges.push_back({a, b, 0, 0});
    FlowEdge& sum = coarse.edges.back();
    const bool same_way = clusters.of[e.u] == a;
    sum.forward += same_way ? e.forward : e.backward;
    sum.backward += same_way ? e.backward : e.forward;
    coarse.edge_of[order[k].second] = coarse.edges.size() - 1;
  }
  return coarse;
}

/// Deals the flows of the clusters' network out to the edges, each in the proportion of its capacity, and
/// takes them off the supplies.
void deal_out(const Clusters& clusters, const Coarse& coarse, const TerminalFlow& flow,
              std::vector<std::int64_t>& supply, std::vector<FlowEdge>& edges) {
  struct Left {
    std::int64_t flow = 0;      ///< from the smaller cluster, or to it where negative
    std::int64_t capacity = 0;  ///< in that direction, of the edges still to come
  };
  std::vector<Left> left(coarse.edges.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    const FlowEdge& e = coarse.edges[i];
    left[i].flow = e.forward - flow.forward[i];
    left[i].capacity = left[i].flow >= 0 ? e.forward : e.backward;
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (coarse.edge_of[i] == inside) continue;
    FlowEdge& e = edges[i];
    Left& rest = left[coarse.edge_of[i]];
    if (rest.flow == 0 || rest.capacity == 0) continue;
    const bool same_way = clusters.of[e.u] == coarse.edges[coarse.edge_of[i]].u;
    const bool along = same_way == (rest.flow > 0);  // from e.u to e.v
    const std::int64_t capacity = along ? e.forward : e.backward;
    const auto amount = static_cast<std::int64_t>(Wide{std::abs(rest.flow)} * capacity / rest.capacity);
    rest.capacity -= capacity;
    rest.flow -= rest.flow > 0 ? amount : -amount;
    const std::int64_t moved = along ? amount : -amount;
    e.forward -= moved;
    e.backward += moved;
    supply[e.u] -= moved;
    supply[e.v] += moved;
  }
}

/// A largest flow over the edges inside clusters alone. With the others the nearest sinks would be those that
/// the flow between clusters has just left behind, and it would be undone. Returns the reads.
std::optional<std::uint64_t> settle_inside(const Coarse& coarse, std::vector<std::int64_t>& supply,
                                           std::vector<FlowEdge>& edges, double most_reads,
                                           const RunContext& run) {
  std::vector<FlowEdge> inner;
  std::vector<std::size_t> place;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (coarse.edge_of[i] != inside) continue;
    inner.push_back(edges[i]);
    place.push_back(i);
  }
  const auto flow = terminal_flow(supply, inner, most_reads, run);
  if (!flow) return std::nullopt;
  for (std::size_t k = 0; k < inner.size(); ++k) {
    const std::int64_t moved = inner[k].forward - flow->forward[k];
    FlowEdge& e = edges[place[k]];
    e.forward -= moved;
    e.backward += moved;
    supply[e.u] -= moved;
    supply[e.v] += moved;
  }
  return flow->reads;
}

}  // namespace

std::optional<TerminalFlow> coarse_flow(std::span<const std::int64_t> supply, std::span<const FlowEdge> edges,
                                        double most_reads, const RunContext& run) {
  const std::size_t n = supply.size();
  const auto sum = std::accumulate(supply.begin(), supply.end(), 0.0L, [](long double total, std::int64_t x) {
    return total + std::abs(static_cast<long double>(x));
  });
  // Without edges nothing joins, and the clusters would be the vertices again.
  if (n < least_vertices || edges.empty() || edges.size() > most_edges_per_vertex * n || sum >= 0x1p61L) {
    return terminal_flow(supply, edges, most_reads, run);
  }
  const Clusters clusters = join_neighbors(n, edges);
  const Coarse coarse = coarsened(clusters, supply, edges);
  const auto above = coarse_flow(coarse.supply, coarse.edges, most_reads, run);
  if (!above) return std::nullopt;
  std::vector<std::int64_t> rest(supply.begin(), supply.end());
  std::vector<FlowEdge> capacities(edges.begin(), edges.end());
  deal_out(clusters, coarse, *above, rest, capacities);
  double reads = static_cast<double>(above->reads);
  const auto more = settle_inside(coarse, rest, capacities, most_reads - reads, run);
  if (!more) return std::nullopt;
  reads += static_cast<double>(*more);
  auto flow = terminal_flow(rest, capacities, most_reads - reads, run);
  if (flow) flow->reads += static_cast<std::uint64_t>(reads);
  return flow;
}

}  // namespace lode::detail
