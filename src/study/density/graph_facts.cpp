// Facts of a graph, and the neighbours of a set.
#include <algorithm>
#include <optional>
#include <string>

#include <lode/core/error.hpp>
#include <lode/graph/part.hpp>
#include <lode/study/density_report.hpp>

namespace lode {
namespace {

template <class ValueOf>
std::vector<HistogramBin> histogram(Vertex n, const ValueOf& value_of) {
  std::vector<std::uint64_t> counts;
  for (Vertex v = 0; v < n; ++v) {
    const Vertex value = value_of(v);
    if (value >= counts.size()) counts.resize(value + std::size_t{1});
    ++counts[value];
  }
  std::vector<HistogramBin> bins;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    if (counts[value] > 0) bins.push_back({value, counts[value]});
  }
  return bins;
}

}  // namespace

GraphSummary summarise_graph(const Graph& graph, std::span<const Vertex> cores, const RunContext& run) {
  const Vertex n = graph.num_vertices();
  GraphSummary summary;
  summary.vertices = n;
  summary.edges = graph.num_edges();
  summary.total_weight = graph.total_weight();
  summary.weighted = graph.weighted();
  if (const std::optional<Components> components = connected_components(graph, run); components && n > 0) {
    summary.components = components->count();
    summary.largest_component = *std::ranges::max_element(components->size);
  }
  summary.max_degree = graph.max_degree();
  summary.average_degree = average_degree(static_cast<Weight>(graph.num_edges()), n);
  summary.degeneracy = cores.empty() ? 0 : *std::max_element(cores.begin(), cores.end());
  summary.degrees = histogram(n, [&](Vertex v) { return graph.degree(v); });
  if (!cores.empty()) summary.cores = histogram(n, [&](Vertex v) { return cores[v]; });
  if (!summary.degrees.empty() && summary.degrees.front().value == 0) {
    summary.isolated = static_cast<Vertex>(summary.degrees.front().count);
  }
  return summary;
}

EgoNetwork ego_network(const Graph& graph, const VertexSet& set, Vertex limit) {
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : set) {
    if (v >= graph.num_vertices()) {
      throw InvalidArgument("vertex of the set", std::to_string(v), "does not exist");
    }
    inside[v] = 1;
  }
  std::vector<Weight> into(graph.num_vertices(), 0.0);
  std::vector<char> seen(graph.num_vertices(), 0);
  VertexSet neighbors;
  for (const Vertex v : set) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (inside[u]) return;
      into[u] += w;
      if (!seen[u]) neighbors.push_back(u);
      seen[u] = 1;
    });
  }
  std::sort(neighbors.begin(), neighbors.end(),
            [&](Vertex a, Vertex b) { return into[a] != into[b] ? into[a] > into[b] : a < b; });
  EgoNetwork network;
  if (neighbors.size() > limit) {
    network.left_out = static_cast<Vertex>(neighbors.size()) - limit;
    neighbors.resize(limit);
  }
  VertexSet kept = set;
  kept.insert(kept.end(), neighbors.begin(), neighbors.end());
  network.graph = induced_subgraph(graph, kept);
  std::sort(kept.begin(), kept.end());
  for (const Vertex v : kept) network.member.push_back(inside[v]);
  return network;
}

}  // namespace lode
