#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>
#include <lode/study/density_report.hpp>
#include <lode/study/find.hpp>

#include "core/linalg/portable_math.hpp"
#include "study/find/finder.hpp"

namespace lode {
namespace {

constexpr int default_size_count = 16;

/// Number of default sizes from dense layers, apart from the first layer.
constexpr std::size_t default_layer_count = 4;

/// Largest share of the time for core numbers, and for components. A report may lack either.
constexpr double summary_share = 0.2;

/// The nearest integer with at most two significant digits.
Vertex two_digits(double value) {
  double unit = 1.0;
  while (value / unit >= 99.5) unit *= 10.0;
  return static_cast<Vertex>(std::llround(value / unit) * static_cast<long long>(unit));
}

/// Largest share of the time for the dense layers.
constexpr double layers_share = 0.1;

/// The default sizes with the sizes of the densest subgraph and of some large layers.
std::vector<Vertex> sizes_with_layers(Vertex n, const std::vector<DenseLayer>& layers) {
  std::vector<Vertex> sizes = default_sizes(n);
  if (layers.empty() || layers.front().weight <= 0.0) return sizes;
  sizes.push_back(layers.front().size);
  std::vector<std::pair<Vertex, Vertex>> others;  // vertices only in this layer, size
  for (std::size_t i = 1; i < layers.size() && layers[i].size <= n / 2; ++i) {
    others.emplace_back(layers[i].size - layers[i - 1].size, layers[i].size);
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (others.size() > default_layer_count) others.resize(default_layer_count);
  for (const auto& [alone, size] : others) sizes.push_back(size);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

/// The densest set, and the dense layers if the time sufficed.
struct DenseSets {
  DensestSubgraph densest;
  DenseDecomposition layers;
};

/// Replaces the best set by the dense layer of this size if the layer is better.
void compare_with_layer(const DensityReport& report, const DenseSets& dense, DensityReportSize& size) {
  const auto layer = std::lower_bound(report.layers.begin(), report.layers.end(), size.s,
                                      [](const DenseLayer& a, Vertex s) { return a.size < s; });
  if (layer == report.layers.end() || layer->size != size.s) return;
  constexpr double rounding = 1e-12;  // for sums in another order
  if (layer->weight <= size.solution.weight * (1.0 + rounding)) return;
  size.method = "dense layer";
  const VertexSet& order = dense.layers.complete() ? dense.layers.order : dense.densest.vertices;
  size.solution.vertices.assign(order.begin(), order.begin() + size.s);
  std::sort(size.solution.vertices.begin(), size.solution.vertices.end());
  size.solution.edges = layer->edges;
  size.solution.weight = layer->weight;
}

/// Lowers a bound by the density of the densest set: s vertices weigh at most s times that density.
void lower_by_density(const Graph& graph, const DensestSubgraph& densest, DensityReportSize& size) {
  constexpr double rounding = 1.0 + 4.0 * std::numeric_limits<double>::epsilon();
  double most = densest.bound * size.s * rounding;
  if (graph.integral() && densest.proven_optimal) {
    __extension__ using Wide = unsigned __int128;
    const auto weight = static_cast<std::uint64_t>(densest.weight);
    most = static_cast<double>(static_cast<std::uint64_t>(Wide{weight} * size.s / densest.vertices.size()));
  }
  if (most >= size.bound.value) return;
  size.bound.value = std::max(most, size.solution.weight);
  size.bound.name = "lp";
}

/// Estimated time to count edges and components of sets of some sizes. This step does not look at the clock.
double seconds_to_count(const Graph& graph, std::span<const Vertex> sizes) {
  constexpr double seconds_per_vertex = 2e-8;
  constexpr double seconds_per_arc = 2e-8;
  const auto arcs = static_cast<double>(graph.num_arcs());
  double seconds = 0.0;
  for (const Vertex s : sizes) {
    const double visited = std::min(arcs, static_cast<double>(s) * graph.max_degree());
    seconds += seconds_per_vertex * graph.num_vertices() + seconds_per_arc * visited;
  }
  return seconds;
}

/// The sizes, in the order asked, whose counting takes at most half of the time left; at least the first one.
std::vector<Vertex> affordable_sizes(const Graph& graph, const std::vector<Vertex>& sizes,
                                     const RunContext& run) {
  std::vector<Vertex> all = sizes;
  while (all.size() > 1 && seconds_to_count(graph, all) > run.time_left() / 2.0) all.pop_back();
  return all;
}

/// Finds the best sets of all affordable sizes.
void solve_sizes(const Graph& graph, const DenseSets& dense, const DensityReportOptions& options,
                 DensityReport& report, const RunContext& run) {
  const std::vector<Vertex>& sizes = report.requested_sizes;
  if (!sizes.empty() && !run.should_stop()) {
    FindRequest request;
    request.sizes = affordable_sizes(graph, sizes, run);
    request.method = options.method;
    request.effort = std::min(options.effort, subgraph::Effort::strong);
    request.time_use = TimeUse::as_needed;
    const double left = run.time_left() - seconds_to_count(graph, request.sizes);
    FindResult found = find(graph, request, run.part(std::max(0.0, left)));
    for (FindAnswer& answer : found.answers) {
      DensityReportSize& size = report.sizes.emplace_back(DensityReportSize{std::move(answer)});
      lower_by_density(graph, dense.densest, size);
      compare_with_layer(report, dense, size);
      detail::judge(size, sums_of(graph.integral()), 0.0);
      size.names = graph.names().subset(size.solution.vertices);
      size.components = connected_components(induced_subgraph(graph, size.solution.vertices)).count();
    }
  }
  const bool ended_early = std::ranges::any_of(report.sizes, [](const DensityReportSize& size) {
    return size.solution.stop_reason == StopReason::deadline;
  });
  if (report.sizes.size() < sizes.size() || ended_early) report.stop_reason = StopReason::deadline;
  if (run.interrupted()) report.stop_reason = StopReason::interrupted;
}

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

std::vector<Vertex> default_sizes(Vertex n) {
  if (n == 0) return {};
  if (n <= 3) return {std::min<Vertex>(n, 2)};
  const double low = 2.0;
  const double high = n / 2;  // NOLINT(bugprone-integer-division): a size
  std::vector<Vertex> sizes;
  for (int i = 0; i < default_size_count; ++i) {
    const double exact = low * detail::portable_pow(high / low, i / double{default_size_count - 1});
    sizes.push_back(std::clamp<Vertex>(two_digits(exact), 2, n / 2));
  }
  if (n / 2 <= default_size_count + 1) {
    sizes.clear();
    for (Vertex s = 2; s <= n / 2; ++s) sizes.push_back(s);
  }
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

DensityReport make_density_report(const Graph& graph, const std::string& name,
                                  const DensityReportOptions& options, const RunContext& run) {
  refuse_signed_weights(graph, "density reports");
  DensityReport report;
  report.name = name;
  report.seed = run.seed();
  report.data = graph;
  run.report("densest set", 0.0, 0, ProgressValue::none);
  DenseSets dense;
  dense.densest = densest_subgraph(graph, run.on_parts());
  run.report("dense layers", 0.0, 0, ProgressValue::none);
  dense.layers = dense_decomposition(graph, run.part(layers_share * run.time_limit()).on_parts());
  if (dense.layers.complete()) {
    report.layers = dense.layers.layers;
    report.locally_densest = locally_densest(graph, dense.layers);
  } else if (dense.densest.proven_optimal) {
    const DensestSubgraph& densest = dense.densest;
    report.layers = {
        {static_cast<Vertex>(densest.vertices.size()), densest.edges, densest.weight, 0.0, densest.cost}};
  }
  const Vertex n = graph.num_vertices();
  report.requested_sizes = options.sizes.empty()
                               ? sizes_with_layers(n, report.layers)
                               : detail::distinct_sizes(options.sizes, n, fmt::format("the graph has {}", n));
  subgraph::method(options.method);  // refuses an unknown name before the work
  run.report("degrees and cores", 0.0, 0, ProgressValue::none);
  report.core_numbers = core_numbers(graph, run.part(summary_share * run.time_limit()));
  report.graph = summarise_graph(graph, report.core_numbers, run.part(summary_share * run.time_limit()));
  solve_sizes(graph, dense, options, report, run);
  report.seconds = run.elapsed();
  return report;
}

}  // namespace lode
