#include "subgraph/part/core_order.hpp"

#include <algorithm>
#include <utility>

#include <lode/graph/cores.hpp>

namespace lode::subgraph::detail {

CoreOrder core_order(const Graph& graph) {
  if (graph.weighted()) {
    StrengthCoreDecomposition cores = strength_cores(graph);
    return {std::move(cores.order), std::move(cores.core)};
  }
  CoreDecomposition cores = core_decomposition(graph);
  return {std::move(cores.order), {cores.core.begin(), cores.core.end()}};
}

VertexSet last_of(const std::vector<Vertex>& order, Vertex s) {
  VertexSet last(order.end() - s, order.end());
  std::sort(last.begin(), last.end());
  return last;
}

}  // namespace lode::subgraph::detail
