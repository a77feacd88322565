#include "graph/decomposition/proof_split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <lode/graph/part.hpp>

namespace lode::detail {
namespace {

/// Where edges stand in an EdgeSplit.
class SplitPlaces {
 public:
  explicit SplitPlaces(const Graph& graph) : graph_(graph), begin_(graph.num_vertices() + std::size_t{1}, 0) {
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const auto row = graph.neighbors(v);
      const auto later = row.end() - std::upper_bound(row.begin(), row.end(), v);
      begin_[v + std::size_t{1}] = begin_[v] + static_cast<std::size_t>(later);
    }
  }

  struct Place {
    std::size_t edge = 0;  ///< in the split
    ArcIndex arc = 0;      ///< from the smaller end
  };
  /// Of the edge between two neighbours, u < v.
  Place of(Vertex u, Vertex v) const {
    const auto row = graph_.neighbors(u);
    const auto at = static_cast<std::size_t>(std::lower_bound(row.begin(), row.end(), v) - row.begin());
    const std::size_t later = begin_[u + std::size_t{1}] - begin_[u];
    return {begin_[u] + at - (row.size() - later), graph_.offsets()[u] + at};
  }

 private:
  const Graph& graph_;
  std::vector<std::size_t> begin_;
};

/// A forest with a root in each tree.
struct RootedForest {
  std::vector<Vertex> parent;
  std::vector<Vertex> size;  ///< of the subtree below each vertex
};

/// Nothing if the graph has a cycle.
std::optional<RootedForest> rooted_forest(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  RootedForest forest{std::vector<Vertex>(n, no_vertex), std::vector<Vertex>(n, 1)};
  std::vector<Vertex> order;
  std::vector<char> met(n, 0);
  for (Vertex root = 0; root < n && graph.num_edges() < n; ++root) {
    if (met[root] != 0) continue;
    met[root] = 1;
    order.push_back(root);
    for (std::size_t i = order.size() - 1; i < order.size(); ++i) {
      for (const Vertex u : graph.neighbors(order[i])) {
        if (met[u] != 0) {
          if (u == forest.parent[order[i]]) continue;
          return std::nullopt;
        }
        met[u] = 1;
        forest.parent[u] = order[i];
        order.push_back(u);
      }
    }
  }
  if (order.size() < n) return std::nullopt;
  for (std::size_t i = n; i-- > 0;) {
    const Vertex v = order[i];
    if (forest.parent[v] != no_vertex) forest.size[forest.parent[v]] += forest.size[v];
  }
  return forest;
}

}  // namespace

std::optional<EdgeSplit> proof_split(const Graph& graph, const DensityUnits& units, const DenseCore& core,
                                     ExactDensity density, const RunContext& run) {
  const std::optional<Part> part = part_of(graph, core.vertices, run);
  if (!part) return std::nullopt;
  const bool whole = units.exact();
  EdgeSplit split;
  if (whole) {
    const auto p = static_cast<std::int64_t>(density.numerator);
    const auto q = static_cast<std::int64_t>(density.denominator);
    split.denominator = q / std::max<std::int64_t>(std::gcd(p, q), 1);
  }
  const auto scale = static_cast<double>(split.denominator);
  const SplitPlaces places(graph);
  split.share.reserve(graph.num_edges());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v) return;
      split.share.push_back(core.turn[v] <= core.turn[u] ? w * scale : 0.0);
    });
  }
  const bool plain = !graph.weighted() && units.terms().values.empty() && !units.has_costs();
  if (const auto forest = plain ? rooted_forest(part->graph) : std::nullopt) {
    // With s vertices in the largest tree, an edge gives 1 / s to its parent for each vertex below: no vertex
    // has more than (s - 1) / s.
    for (Vertex i = 0; i < part->graph.num_vertices(); ++i) {
      if (forest->parent[i] == no_vertex) continue;
      const Vertex v = part->outward(i);
      const Vertex parent = part->outward(forest->parent[i]);
      const double below = forest->size[i];
      split.share[places.of(std::min(v, parent), std::max(v, parent)).edge] =
          v < parent ? scale - below : below;
    }
    return split;
  }
  std::optional<LoadComponent> component = whole_graph(*part, units, run);
  if (!component) return std::nullopt;
  constexpr int passes = 32;
  for (int i = 0; i < passes; ++i) {
    if (!sweep(*component, usual_relaxation, run)) return std::nullopt;
  }
  recompute_loads(*component);
  double unlimited = std::numeric_limits<double>::infinity();
  if (!cut_by_flow(*component, density, run, unlimited)) return std::nullopt;
  for (std::size_t i = 0; i < component->edges.size(); ++i) {
    const SplitEdge& e = component->edges[i];
    Vertex u = component->vertices[e.u];
    Vertex v = component->vertices[e.v];
    const double unit_weight = component->weight_of(i);
    double share = e.share;
    if (u > v) {
      std::swap(u, v);
      share = unit_weight - share;
    }
    const SplitPlaces::Place at = places.of(u, v);
    double& place = split.share[at.edge];
    if (whole) {
      place = std::nearbyint(share * scale);
    } else {
      const Weight weight = graph.arc_weight(at.arc);
      const bool to_u = units.cost(u) >= units.cost(v);  // of an edge below half a unit
      place = unit_weight == 0.0 ? (to_u ? weight : 0.0) : std::min(weight, weight * (share / unit_weight));
    }
  }
  return split;
}

}  // namespace lode::detail
