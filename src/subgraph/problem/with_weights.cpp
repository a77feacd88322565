#include "subgraph/problem/with_weights.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace lode::subgraph {

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

Graph with_real_weights(const Graph& graph) {
  std::vector<Weight> weights(graph.num_arcs());
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) weights[arc] = graph.arc_weight(arc);
  return with_weights(graph, std::move(weights), true);
}

}  // namespace lode::subgraph
