#include "subgraph/problem/scaled_weights.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace lode::subgraph {

double scaled_up(double number, int exponent) {
  if (exponent == 0) return number;
  const double scaled = std::ldexp(number, exponent);
  const bool is_below = std::ldexp(scaled, -exponent) < number;
  return is_below ? std::nextafter(scaled, std::numeric_limits<double>::infinity()) : scaled;
}

Graph with_weights(const Graph& graph, std::vector<Weight> weights, bool as_real) {
  struct Arrays {
    Graph graph;
    std::vector<Weight> weights;
  };
  const auto arrays = std::make_shared<const Arrays>(Arrays{graph, std::move(weights)});
  WeightSummary summary = summary_of(arrays->weights);
  if (as_real) summary.kind = WeightKind::real;
  return Graph::from_csr({graph.offsets(), graph.targets(), arrays->weights, arrays}, graph.names(), summary);
}

Graph with_real_weights(const Graph& graph, int exponent) {
  std::vector<Weight> weights(graph.num_arcs());
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) {
    weights[arc] = scaled_up(graph.arc_weight(arc), exponent);
  }
  return with_weights(graph, std::move(weights), true);
}

std::optional<Graph> with_edges(const Graph& graph, const std::function<bool(Vertex, Vertex, Weight)>& keep) {
  struct Arrays {
    std::vector<ArcIndex> offsets = {0};
    std::vector<Vertex> targets;
    std::vector<Weight> weights;
  };
  const auto kept = std::make_shared<Arrays>();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (!keep(v, u, w)) return;
      kept->targets.push_back(u);
      kept->weights.push_back(w);
    });
    kept->offsets.push_back(kept->targets.size());
  }
  if (kept->targets.size() == graph.num_arcs()) return std::nullopt;
  WeightSummary summary = summary_of(kept->weights);
  summary.kind = WeightKind::real;
  return Graph::from_csr({kept->offsets, kept->targets, kept->weights, kept}, graph.names(), summary);
}

}  // namespace lode::subgraph
