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
  Surroundings(const Graph& graph, const VertexSet& anchors) : graph_(graph) {
    for (const Vertex v : anchors) anchor_[number(v)] = 1;
    for (std::size_t i = 0, n = vertices_.size(); i < n; ++i) expand(static_cast<Vertex>(i));
  }

  /// Takes in the neighbours of a vertex.
  void expand(Vertex i) {
    if (expanded_[i] != 0) return;
    expanded_[i] = 1;
    graph_.for_each_neighbor(vertices_[i], [&](Vertex u, Weight w) {
      const Vertex j = number(u);
      if (expanded_[j] != 0 && j != i) return;
      edges_.push_back({i, j, 2.0 * w});
      known_[i] += w;
      known_[j] += w;
    });
  }

  /// The weight 2w of an edge less its share of vol outside the anchors. An edge that is not known yet weighs
  /// 2w - w - w between two vertices that are not expanded, and less where only one is in the set: counting 0
  /// for it, no set is worth less than it is.
  DensestSubgraph solve(const RunContext& run) const {
    DensityTerms terms;
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      // Rounded up, so that no set is worth less than it is.
      const long double value = graph_.integral() ? -known_[i] : -known_[i] * (1.0L - 0x1p-51L);
      terms.values.push_back(anchor_[i] != 0 ? 0.0 : static_cast<double>(value));
    }
    return densest_subgraph(Graph::from_edges(edges_, static_cast<Vertex>(vertices_.size())), terms, run);
  }

  bool expanded(Vertex i) const { return expanded_[i] != 0; }
  Vertex outward(Vertex i) const { return vertices_[i]; }
  std::size_t size() const { return vertices_.size(); }
  std::size_t num_edges() const { return edges_.size(); }
  bool anchor(Vertex i) const { return anchor_[i] != 0; }

 private:
  Vertex number(Vertex v) {
    const auto [at, is_new] = number_.try_emplace(v, static_cast<Vertex>(vertices_.size()));
    if (is_new) {
      vertices_.push_back(v);
      expanded_.push_back(0);
      anchor_.push_back(0);
      known_.push_back(0.0L);
    }
    return at->second;
  }

  const Graph& graph_;
  std::unordered_map<Vertex, Vertex> number_;
  std::vector<Vertex> vertices_;
  std::vector<char> expanded_;
  std::vector<char> anchor_;
  std::vector<long double> known_;  ///< weight of known edges
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
  for (bool complete = false; !complete;) {
    found = surroundings.solve(run);
    if (!std::isfinite(found.optimality_tolerance)) break;
    complete = true;
    for (const Vertex i : found.vertices) {
      if (surroundings.expanded(i)) continue;
      surroundings.expand(i);
      complete = false;
    }
  }
  // Edges that were not known are counted now.
  DensestSubgraph result;
  const bool complete = std::isfinite(found.optimality_tolerance);
  result.bound = found.bound;
  result.flows = found.flows;
  result.core_vertices = static_cast<Vertex>(surroundings.size());
  result.core_edges = surroundings.num_edges();
  for (const Vertex i : found.vertices) {
    if (complete || surroundings.anchor(i)) result.vertices.push_back(surroundings.outward(i));
  }
  if (result.vertices.empty()) result.vertices.assign(anchors.begin(), anchors.end());
  std::ranges::sort(result.vertices);
  result.vertices.erase(std::unique(result.vertices.begin(), result.vertices.end()), result.vertices.end());
  VertexSet sorted_anchors = anchors;
  std::ranges::sort(sorted_anchors);
  detail::ExactSum weight;
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
