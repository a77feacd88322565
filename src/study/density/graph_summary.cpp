#include <algorithm>
#include <map>

#include <lode/graph/components.hpp>
#include <lode/study/density_report.hpp>

namespace lode {
namespace {

template <class ValueOf>
std::vector<HistogramBin> histogram(Vertex n, const ValueOf& value_of) {
  std::map<Vertex, std::uint64_t> counts;
  for (Vertex v = 0; v < n; ++v) ++counts[value_of(v)];
  std::vector<HistogramBin> bins;
  bins.reserve(counts.size());
  for (const auto& [value, count] : counts) bins.push_back({value, count});
  return bins;
}

}  // namespace

GraphSummary summarise_graph(const Graph& graph, std::span<const Vertex> cores) {
  const Vertex n = graph.num_vertices();
  const Components components = connected_components(graph);
  GraphSummary summary;
  summary.vertices = n;
  summary.edges = graph.num_edges();
  summary.total_weight = graph.total_weight();
  summary.weighted = graph.weighted();
  summary.components = components.count();
  for (const Vertex size : components.size)
    summary.largest_component = std::max(summary.largest_component, size);
  summary.max_degree = graph.max_degree();
  summary.average_degree = average_degree(static_cast<Weight>(graph.num_edges()), n);
  summary.degeneracy = cores.empty() ? 0 : *std::max_element(cores.begin(), cores.end());
  summary.degrees = histogram(n, [&](Vertex v) { return graph.degree(v); });
  summary.cores = histogram(n, [&](Vertex v) { return cores[v]; });
  if (!summary.degrees.empty() && summary.degrees.front().value == 0) {
    summary.isolated = static_cast<Vertex>(summary.degrees.front().count);
  }
  return summary;
}

}  // namespace lode
