#include "subgraph/part/working_graph.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

namespace lode::detail {
namespace {

/// Least degree (strength) of a member inside the set.
Weight least_inner_degree(const Graph& graph, const VertexSet& set) {
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : set) inside[v] = 1;
  Weight least = std::numeric_limits<Weight>::infinity();
  for (const Vertex v : set) {
    Weight degree = 0.0;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { degree += inside[u] ? w : 0.0; });
    least = std::min(least, degree);
  }
  return least;
}

}  // namespace

CoreOrder core_order(const Graph& graph) {
  if (graph.weighted()) {
    StrengthCoreDecomposition cores = strength_cores(graph);
    return {std::move(cores.order), std::move(cores.core)};
  }
  CoreDecomposition cores = core_decomposition(graph);
  return {std::move(cores.order), {cores.core.begin(), cores.core.end()}};
}

VertexSet PeeledGraph::outward(VertexSet vertices) const {
  if (part) {
    for (Vertex& v : vertices) v = part->core.original[v];
  }
  return vertices;
}

PeeledGraph peeled_graph(const Problem& problem, Vertex smallest, Vertex largest, const RunContext& run) {
  const bool at_hand = problem.dense_part && problem.dense_part->serves(problem.graph, smallest, largest);
  PeeledGraph peeled{problem.graph, {}, nullptr};
  peeled.part = at_hand ? problem.dense_part : find_dense_part(problem.graph, smallest, largest, run);
  if (!peeled.part) {
    peeled.cores = core_order(problem.graph);
    return peeled;
  }
  const CoreDecomposition& cores = peeled.part->cores;
  peeled.graph = peeled.part->core.graph;
  peeled.cores = {cores.order, {cores.core.begin(), cores.core.end()}};
  return peeled;
}

VertexSet last_of(const std::vector<Vertex>& order, Vertex s) {
  VertexSet last(order.end() - s, order.end());
  std::sort(last.begin(), last.end());
  return last;
}

VertexSet WorkingGraph::inward(const VertexSet& vertices) const {
  if (whole()) return vertices;
  VertexSet result;
  result.reserve(vertices.size());
  for (const Vertex v : vertices) {
    const auto found = std::lower_bound(original.begin(), original.end(), v);
    result.push_back(static_cast<Vertex>(found - original.begin()));
  }
  return result;
}

VertexSet WorkingGraph::part_inside(const VertexSet& vertices) const {
  if (whole()) return vertices;
  VertexSet inside;
  std::set_intersection(vertices.begin(), vertices.end(), original.begin(), original.end(),
                        std::back_inserter(inside));
  return inward(inside);
}

VertexSet WorkingGraph::outward(const VertexSet& vertices) const {
  if (whole()) return vertices;
  VertexSet result;
  result.reserve(vertices.size());
  for (const Vertex v : vertices) result.push_back(original[v]);
  return result;
}

WorkingGraph make_working_graph(PeeledGraph peeled, const VertexSet& start) {
  const Graph& graph = peeled.graph;
  CoreOrder& cores = peeled.cores;
  const std::size_t n = graph.num_vertices();
  const Weight least = 0.5 * least_inner_degree(graph, start);
  const std::size_t wanted = std::min<std::size_t>(n, vertices_per_member * start.size());
  // The order has rising core numbers: the core is a suffix.
  std::vector<Vertex>& order = cores.order;
  const auto enough = order.end() - static_cast<std::ptrdiff_t>(wanted);
  const auto first =
      std::partition_point(order.begin(), enough, [&](Vertex v) { return cores.core[v] < least; });
  WorkingGraph working;
  working.original.assign(first, order.end());
  std::sort(working.original.begin(), working.original.end());
  std::vector<Vertex> number(n, no_vertex);
  for (std::size_t i = 0; i < working.original.size(); ++i) {
    number[working.original[i]] = static_cast<Vertex>(i);
  }
  ArcIndex kept = 0;
  for (const Vertex v : working.original) {
    for (const Vertex u : graph.neighbors(v)) kept += number[u] != no_vertex;
  }
  if (3 * kept > 2 * graph.num_arcs()) {
    return {graph, peeled.part ? peeled.part->core.original : std::vector<Vertex>(), std::move(order)};
  }

  working.graph = induced_subgraph(graph, working.original);
  working.order.reserve(working.original.size());
  for (auto v = first; v != order.end(); ++v) working.order.push_back(number[*v]);
  working.original = peeled.outward(std::move(working.original));
  return working;
}

}  // namespace lode::detail
