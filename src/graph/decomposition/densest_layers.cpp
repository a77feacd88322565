#include "graph/decomposition/densest_layers.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

namespace lode {
namespace {

/// Average edges per vertex of the densest suffix of the order that holds `size` vertices.
double densest_suffix(const Graph& graph, const CoreDecomposition& cores, Vertex size) {
  std::vector<char> inside(graph.num_vertices(), 0);
  EdgeCount edges = 0;
  double densest = 0.0;
  Vertex count = 0;
  for (auto v = cores.order.rbegin(); v != cores.order.rend(); ++v) {
    // All further suffixes are no denser than the core number, which never rises on the way.
    if (count >= size && densest >= cores.core[*v]) break;
    for (const Vertex u : graph.neighbors(*v)) edges += static_cast<EdgeCount>(inside[u]);
    inside[*v] = 1;
    if (++count >= size) densest = std::max(densest, static_cast<double>(edges) / count);
  }
  return densest;
}

/// The layers of a part that are at least as dense as k.
void keep_dense_layers(DenseDecomposition& part, Vertex k) {
  std::size_t layers = 0;
  while (layers < part.layers.size() &&
         part.layer_weight(layers) >= static_cast<double>(k) * part.layer_size(layers)) {
    ++layers;
  }
  part.layers.resize(layers);
  part.order.resize(layers > 0 ? part.layers.back().size : 0);
}

/// The layers of a part under the vertices of the whole graph, or its loads beside `outside`, those of the
/// other vertices.
DenseDecomposition among_all(DenseDecomposition part, const std::vector<Vertex>& original,
                             std::vector<Weight> outside) {
  const bool complete = part.complete();
  if (complete) std::ranges::fill(outside, 0.0);
  for (Vertex& v : part.order) {
    outside[original[v]] = part.load[v];
    v = original[v];
  }
  part.load = std::move(outside);
  if (complete) return part;
  part.order.resize(part.load.size());
  std::iota(part.order.begin(), part.order.end(), Vertex{0});
  return part;
}

/// The layers that hold `size` vertices, from k-cores of degree sum up to `most_arcs`, k >= `least_k`, or
/// what there is of them when time or work ends; nothing if it takes larger cores.
std::optional<DenseDecomposition> layers_of_cores(const Graph& graph, const CoreDecomposition& cores,
                                                  Vertex least_k, Vertex size, ArcIndex most_arcs,
                                                  double& work, const RunContext& run) {
  least_k = std::max<Vertex>(least_k, 1);
  for (auto k = static_cast<Vertex>(densest_suffix(graph, cores, size)); k >= least_k; k /= 2) {
    const auto first = std::ranges::partition_point(cores.order, [&](Vertex v) { return cores.core[v] < k; });
    std::vector<Vertex> original(first, cores.order.end());
    std::ranges::sort(original);
    ArcIndex arcs = 0;
    for (const Vertex v : original) arcs += graph.degree(v);
    if (arcs > most_arcs) break;
    const bool all = original.size() == graph.num_vertices();
    const std::optional<Graph> core = all ? graph : induced_subgraph(graph, original, run);
    if (!core) break;
    DenseDecomposition part = dense_decomposition_within(*core, work, run);
    if (part.complete()) keep_dense_layers(part, k);
    if (!part.complete() || part.order.size() >= size) {
      return among_all(std::move(part), original, {cores.core.begin(), cores.core.end()});
    }
  }
  return std::nullopt;
}

/// Refuses the core of another graph, or the decomposition of another core; looks no further once the run
/// should stop.
void check_core(const Graph& graph, const KCore& core, const CoreDecomposition& cores,
                const RunContext& run) {
  const Vertex k = core.graph.num_vertices();
  const auto refuse = [&](const char* problem) {
    throw InvalidArgument("core", std::to_string(k) + " vertices", problem);
  };
  if (cores.order.size() != k || cores.core.size() != k) refuse("is not the one that is decomposed");
  if (core.original.size() != k) refuse("does not name the vertices of the graph that are in it");
  for (Vertex v = 0; v < k; ++v) {
    if (cores.order[v] >= k) refuse("is not the one that is decomposed");
    const Vertex original = core.original[v];
    if (original >= graph.num_vertices() || (v > 0 && original <= core.original[v - 1])) {
      refuse("is not one of the graph");
    }
  }
  const auto outward = [&](Vertex u) { return core.original[u]; };
  constexpr Vertex rows_between_polls = 4096;
  for (Vertex v = 0; v < k; ++v) {
    if (v % rows_between_polls == 0 && run.should_stop()) return;
    if (!std::ranges::includes(graph.neighbors(core.original[v]), core.graph.neighbors(v), {}, {}, outward)) {
      refuse("is not one of the graph");
    }
  }
}

}  // namespace

DenseDecomposition densest_layers(const Graph& graph, Vertex size, const RunContext& run, double work,
                                  const CoreDecomposition* cores) {
  const Vertex n = graph.num_vertices();
  if (size > n) {
    throw InvalidArgument("size", std::to_string(size),
                          "exceeds the number of vertices, " + std::to_string(n));
  }
  if (graph.weighted() || size == 0 || run.should_stop()) {
    return dense_decomposition_within(graph, work, run);
  }
  std::optional<CoreDecomposition> found;
  if (cores == nullptr) {
    found = core_decomposition(graph, run);
    if (!found) return dense_decomposition_within(graph, work, run);
    cores = &*found;
  }
  auto part = layers_of_cores(graph, *cores, 1, size, graph.num_arcs() / 2, work, run);
  return part ? *std::move(part) : dense_decomposition_within(graph, work, run);
}

DenseDecomposition densest_layers(const Graph& graph, const KCore& core, const CoreDecomposition& cores,
                                  Vertex size, const RunContext& run, double work) {
  check_core(graph, core, cores, run);
  if (run.should_stop()) return dense_decomposition_within(graph, work, run);
  if (graph.weighted() || size == 0 || size > core.graph.num_vertices()) {
    return densest_layers(graph, size, run, work);
  }
  const auto below = [&](Vertex k) { return std::vector<Weight>(graph.num_vertices(), k - 1.0); };
  auto part = layers_of_cores(core.graph, cores, core.k, size, core.graph.num_arcs(), work, run);
  if (part) return among_all(*std::move(part), core.original, below(core.k));
  // Larger cores, cheaper to find than the order of the whole graph.
  const auto dense = static_cast<Vertex>(densest_suffix(core.graph, cores, size));
  for (Vertex k = dense < core.k ? dense : core.k / 2; k >= 1 && !run.should_stop(); k /= 2) {
    const KCore larger = k_core(graph, k, run, graph.num_arcs() / 2);
    if (larger.k > k || larger.stopped) break;
    const std::optional<CoreDecomposition> larger_cores = core_decomposition(larger.graph, run);
    if (!larger_cores) break;
    part = layers_of_cores(larger.graph, *larger_cores, k, size, larger.graph.num_arcs(), work, run);
    if (part) return among_all(*std::move(part), larger.original, below(k));
  }
  return dense_decomposition_within(graph, work, run);
}

std::vector<std::vector<Vertex>> layers_around(const DenseDecomposition& decomposition, Vertex size) {
  constexpr std::uint64_t most = 32;
  std::vector<std::vector<Vertex>> sets;
  const auto add_first = [&](Vertex count) {
    if (count > decomposition.order.size()) {
      throw InvalidArgument("layer", std::to_string(count) + " vertices",
                            "is larger than the order, " + std::to_string(decomposition.order.size()));
    }
    auto& set = sets.emplace_back(decomposition.order.begin(), decomposition.order.begin() + count);
    std::ranges::sort(set);
  };
  const auto& layers = decomposition.layers;
  const auto above = std::ranges::lower_bound(layers, size, {}, &DenseLayer::size);
  if (above != layers.end() && above->size <= most * size) add_first(above->size);
  if (above != layers.begin()) add_first((above - 1)->size);
  return sets;
}

}  // namespace lode
