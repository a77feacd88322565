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

}  // namespace

std::optional<EdgeSplit> proof_split(const Graph& graph, const DensityUnits& units, const DenseCore& core,
                                     ExactDensity density, const RunContext& run) {
  const std::optional<Part> part = part_of(graph, core.vertices, run);
  if (!part) return std::nullopt;
  std::optional<LoadComponent> component = whole_graph(*part, units, run);
  if (!component) return std::nullopt;
  constexpr int passes = 32;
  for (int i = 0; i < passes; ++i) {
    if (!sweep(*component, usual_relaxation, run)) return std::nullopt;
  }
  recompute_loads(*component);
  double unlimited = std::numeric_limits<double>::infinity();
  if (!cut_by_flow(*component, density, run, unlimited)) return std::nullopt;
  const bool whole = !units.rounded() && units.whole_costs();
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
      place = unit_weight == 0.0 ? 0.0 : std::min(weight, weight * (share / unit_weight));
    }
  }
  return split;
}

}  // namespace lode::detail
