#include "graph/decomposition/densest_layers.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

namespace lode {
namespace {

/// Average edges per vertex of the densest suffix of the order that holds `size` vertices.
double densest_suffix(const Graph& graph, const CoreDecomposition& cores, Vertex size) {
  std::vector<char> inside(graph.num_vertices(), 0);
  EdgeCount edges = 0;
  double densest = 0.0;
  Vertex count = 0;
  for (auto v = cores.order.rbegin(); v != cores.order.rend(); ++v) {
    // All further suffixes are no denser than the core number, which never rises along the order.
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
         part.layers[layers].own_weight >= static_cast<double>(k) * part.layer_size(layers)) {
    ++layers;
  }
  part.layers.resize(layers);
  part.order.resize(layers > 0 ? part.layers.back().size : 0);
}

/// The decomposition of a core as one of all n vertices. Where time or work ended first, every other vertex
/// has its core number as its load: `cores` says it inside `within`, a part around the core.
DenseDecomposition among_all(DenseDecomposition inner, const Part& core, Vertex n, const Part& within,
                             const CoreDecomposition& cores) {
  const bool complete = inner.complete();
  std::vector<Weight> load(n, complete ? 0.0 : within.outside);
  if (!complete) {
    for (Vertex v = 0; v < cores.core.size(); ++v) load[within.to_graph(v)] = cores.core[v];
  }
  for (Vertex& v : inner.order) {
    load[core.to_graph(v)] = inner.load[v];
    v = core.to_graph(v);
  }
  inner.load = std::move(load);
  if (complete) return inner;
  inner.order.resize(n);
  std::iota(inner.order.begin(), inner.order.end(), Vertex{0});
  return inner;
}

/// The layers that hold `size` vertices of a graph of n, from k-cores of `within` of degree sum up to
/// `most_arcs`, k >= `least_k`, or what there is of them when time or work ends; nothing if it takes larger
/// cores.
std::optional<DenseDecomposition> layers_of_cores(Vertex n, const Part& within,
                                                  const CoreDecomposition& cores, Vertex least_k, Vertex size,
                                                  ArcIndex most_arcs, double& work, const RunContext& run) {
  const Graph& graph = within.graph;
  least_k = std::max<Vertex>(least_k, 1);
  for (auto k = static_cast<Vertex>(densest_suffix(graph, cores, size)); k >= least_k; k /= 2) {
    const auto first = std::ranges::partition_point(cores.order, [&](Vertex v) { return cores.core[v] < k; });
    const std::span<const Vertex> members(first, cores.order.end());
    ArcIndex arcs = 0;
    for (const Vertex v : members) arcs += graph.degree(v);
    if (arcs > most_arcs) break;
    std::optional<Part> core = part_of(graph, members, run);
    if (!core) break;
    DenseDecomposition inner = dense_decomposition_within(core->graph, {}, work, run);
    if (inner.complete()) keep_dense_layers(inner, k);
    if (!inner.complete() || inner.order.size() >= size) {
      return among_all(std::move(inner), composed(within, *std::move(core)), n, within, cores);
    }
  }
  return std::nullopt;
}

}  // namespace

DenseDecomposition densest_layers(const Graph& graph, Vertex size, const RunContext& run, double work,
                                  const CoreDecomposition* cores, const Part* part) {
  const Vertex n = graph.num_vertices();
  if (size > n) {
    throw InvalidArgument("size", std::to_string(size),
                          "exceeds the number of vertices, " + std::to_string(n));
  }
  std::optional<DenseDecomposition> layers;
  if (!graph.weighted() && size > 0 && !run.should_stop()) {
    if (part && size <= part->graph.num_vertices()) {
      layers = layers_of_cores(n, *part, *cores, static_cast<Vertex>(part->outside) + 1, size,
                               part->graph.num_arcs(), work, run);
    }
    std::optional<CoreDecomposition> found;
    if (!layers && (part || !cores)) cores = (found = core_decomposition(graph, run)) ? &*found : nullptr;
    if (!layers && cores) {
      layers = layers_of_cores(n, Part{graph}, *cores, 1, size, graph.num_arcs() / 2, work, run);
    }
  }
  return layers ? *std::move(layers) : dense_decomposition_within(graph, {}, work, run);
}

std::vector<std::vector<Vertex>> layers_around(const DenseDecomposition& decomposition, Vertex size) {
  constexpr std::uint64_t most = 32;
  std::vector<std::vector<Vertex>> sets;
  const auto add_first = [&](Vertex count) {
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
