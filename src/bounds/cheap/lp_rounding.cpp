#include "bounds/cheap/lp_rounding.hpp"

#include <algorithm>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/densest.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/cheap/lp.hpp"

namespace lode::subgraph {
namespace {

/// B_i, then the vertices of the next layer with most weight towards it.
VertexSet top_of_program(const Graph& graph, const DenseDecomposition& decomposition, Vertex s) {
  const auto next = std::find_if(decomposition.layers.begin(), decomposition.layers.end(),
                                 [&](const DenseLayer& layer) { return layer.size >= s; });
  const Vertex inner = next == decomposition.layers.begin() ? 0 : std::prev(next)->size;
  const auto begin = decomposition.order.begin();
  VertexSet layer(begin + inner, begin + next->size);
  std::vector<char> inside(graph.num_vertices(), 0);
  std::for_each(begin, begin + inner, [&](Vertex v) { inside[v] = 1; });
  std::vector<Weight> towards(graph.num_vertices(), 0.0);
  for (const Vertex v : layer) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { towards[v] += inside[u] ? w : 0.0; });
  }
  const Vertex missing = s - inner;
  std::partial_sort(layer.begin(), layer.begin() + missing, layer.end(), [&](Vertex a, Vertex b) {
    return towards[a] != towards[b] ? towards[a] > towards[b] : a < b;
  });
  VertexSet top(begin, begin + inner);
  top.insert(top.end(), layer.begin(), layer.begin() + missing);
  return top;
}

StopReason reason_of(const Problem& problem, const DenseDecomposition& decomposition, Weight weight,
                     const RunContext& run) {
  if (proves_optimal(problem.graph, lp_bound(problem.graph, decomposition, problem.s), weight)) {
    return StopReason::optimal;
  }
  if (weight >= problem.target) return StopReason::target;
  // A decomposition may also be incomplete because its numbers do not fit into 64 bits.
  return !decomposition.complete() && run.should_stop() ? run.stop_reason() : StopReason::converged;
}

}  // namespace

Solution lp_rounding(const Problem& problem, const RunContext& run) {
  check_problem(problem);
  const DenseDecomposition decomposition = dense_decomposition(problem.graph, run);
  VertexSet set = decomposition.complete()
                      ? top_of_program(problem.graph, decomposition, problem.s)
                      : VertexSet(decomposition.order.begin(), decomposition.order.begin() + problem.s);
  std::sort(set.begin(), set.end());
  const Weight weight = induced_totals(problem.graph, set).weight;
  const StopReason reason = reason_of(problem, decomposition, weight, run);
  return finish_solution(problem, std::move(set), {{run.elapsed(), weight, decomposition.passes}}, reason,
                         decomposition.passes, run);
}

namespace detail {

MethodRow lp_row() {
  MethodRow row;
  row.name = "lp";
  row.summary =
      "Takes the s largest entries of a linear program, which the dense decomposition solves for all sizes";
  row.objective = "sum of w_uv min(x_u, x_v)";
  row.guarantee = "Optimal at the sizes of the layers of the dense decomposition";
  row.cost = "O(n + m) for each of some tens of passes";
  row.source = "Danisch, Chan, Sozio, WWW 2017; Harb, Quanrud, Chekuri, NeurIPS 2022";
  row.uses_start = false;
  row.monotone = false;
  row.solve = [](const Problem& problem, const MethodSettings&, const RunContext& run) {
    return lp_rounding(problem, run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
