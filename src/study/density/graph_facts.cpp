// Facts of a graph, and attributes of the members of a report.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

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

std::size_t member_place(const DensityReportMembers& members, Vertex v) {
  return *std::lower_bound(members.by_number.begin(), members.by_number.end(), v,
                           [&](std::uint32_t place, Vertex w) { return members.vertices[place] < w; });
}

bool add_attribute(DensityReport& report, const std::string& name, std::span<const std::string> values) {
  std::unordered_map<std::string_view, std::uint64_t> counts;
  for (const std::string& value : values) {
    ++counts[value];
    if (counts.size() > most_attribute_values) return false;
  }
  DensityReportAttribute attribute;
  attribute.name = name;
  attribute.counts.assign(counts.begin(), counts.end());
  std::sort(attribute.counts.begin(), attribute.counts.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  for (const Vertex v : report.members.vertices) attribute.values.push_back(values[v]);
  report.members.attributes.push_back(std::move(attribute));
  return true;
}

}  // namespace lode
