// Anchored densest subgraphs, found from the anchors outwards.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>

#include "core/exact_sum.hpp"
#include "graph/decomposition/counted_set.hpp"

namespace lode {
namespace {

/// The vertices met so far. The rows of expanded ones are known; of the others only the edges to those.
class Surroundings {
 public:
  struct Met {
    Vertex vertex = 0;
    bool anchor = false;
    bool expanded = false;
    long double known = 0.0L;  ///< weight of known edges
  };

  Surroundings(const Graph& graph, const VertexSet& anchors) : graph_(graph) {
    for (const Vertex v : anchors) met_[number(v)].anchor = true;
    for (Vertex i = 0, n = static_cast<Vertex>(met_.size()); i < n; ++i) expand(i);
  }

  /// Takes in the neighbours of a vertex.
  void expand(Vertex i) {
    met_[i].expanded = true;
    graph_.for_each_neighbor(met_[i].vertex, [&](Vertex u, Weight w) {
      const Vertex j = number(u);
      if (met_[j].expanded) return;
      edges_.push_back({i, j, 2.0 * w});
      met_[i].known += w;
      met_[j].known += w;
    });
  }

  /// The weight 2w of an edge less its share of vol outside the anchors. An edge that is not known yet weighs
  /// 2w - w - w between two vertices that are not expanded, and less where only one is in the set: counting 0
  /// for it, no set is worth less than it is.
  DensestSubgraph solve(const RunContext& run) const {
    DensityTerms terms;
    for (const Met& met : met_) {
      // Rounded up, so that no set is worth less than it is.
      const long double value = graph_.integral() ? -met.known : -met.known * (1.0L - 0x1p-51L);
      terms.values.push_back(met.anchor ? 0.0 : static_cast<double>(value));
    }
    return densest_subgraph(Graph::from_edges(edges_, static_cast<Vertex>(met_.size())), terms, run);
  }

  const Met& operator[](Vertex i) const { return met_[i]; }
  std::size_t size() const { return met_.size(); }
  std::size_t num_edges() const { return edges_.size(); }

 private:
  Vertex number(Vertex v) {
    const auto [at, is_new] = number_.try_emplace(v, static_cast<Vertex>(met_.size()));
    if (is_new) met_.push_back({v});
    return at->second;
  }

  const Graph& graph_;
  std::unordered_map<Vertex, Vertex> number_;
  std::vector<Met> met_;
  std::vector<WeightedEdge> edges_;
};

}  // namespace

DensestSubgraph anchored_densest(const Graph& graph, const VertexSet& anchors, const RunContext& run) {
  if (anchors.empty()) throw InvalidArgument("anchors", "none", "are needed");
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    if (anchors[i] < graph.num_vertices()) continue;
    throw InvalidArgument(fmt::format("anchors[{}]", i), std::to_string(anchors[i]), "is no vertex");
  }
  Surroundings surroundings(graph, anchors);
  DensestSubgraph found;
  bool complete = false;
  for (bool grows = true; grows;) {
    found = surroundings.solve(run);
    grows = false;
    complete = std::isfinite(found.optimality_tolerance);
    if (!complete) break;
    for (const Vertex i : found.vertices) {
      if (surroundings[i].expanded) continue;
      surroundings.expand(i);
      grows = true;
    }
  }
  DensestSubgraph result;
  result.bound = found.bound;
  result.flows = found.flows;
  result.core_vertices = static_cast<Vertex>(surroundings.size());
  result.core_edges = surroundings.num_edges();
  for (const Vertex i : found.vertices) {
    if (complete || surroundings[i].anchor) result.vertices.push_back(surroundings[i].vertex);
  }
  if (result.vertices.empty()) result.vertices.assign(anchors.begin(), anchors.end());
  std::ranges::sort(result.vertices);
  result.vertices.erase(std::unique(result.vertices.begin(), result.vertices.end()), result.vertices.end());
  VertexSet sorted_anchors = anchors;
  std::ranges::sort(sorted_anchors);
  detail::ExactSum weight;  // edges that were not known are counted now
  detail::ExactSum value;
  for (const Vertex v : result.vertices) {
    const bool anchored = std::ranges::binary_search(sorted_anchors, v);
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (!anchored) value.subtract(w);
      if (u < v || !std::ranges::binary_search(result.vertices, u)) return;
      ++result.edges;
      weight.add(w);
      value.add(w);
    });
  }
  result.weight = weight.rounded();
  result.value = value.rounded();
  result.cost = static_cast<Weight>(result.vertices.size());
  if (complete)
    detail::conclude(result, result.bound, graph.integral() ? 0.0 : detail::error_of_ratio(result));
  return result;
}

}  // namespace lode
