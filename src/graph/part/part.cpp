#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

namespace lode {
namespace {

struct InducedRows {
  std::vector<ArcIndex> offsets;
  std::vector<Vertex> targets;
  std::vector<Weight> weights;
};

std::vector<Vertex> sorted_set(const Graph& graph, std::span<const Vertex> vertices) {
  std::vector<Vertex> sorted(vertices.begin(), vertices.end());
  std::ranges::sort(sorted);
  if (!sorted.empty() && sorted.back() >= graph.num_vertices()) {
    throw InvalidArgument("vertex", std::to_string(sorted.back()), "is not in the graph",
                          "vertices are numbered below " + std::to_string(graph.num_vertices()));
  }
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) throw InvalidArgument("vertex", std::to_string(*twice), "is given twice");
  return sorted;
}

/// Nothing if the run, where there is one, should stop.
std::optional<Graph> induce(const Graph& graph, const std::vector<Vertex>& members, const RunContext* run) {
  constexpr std::size_t visits_between_polls = std::size_t{1} << 17;
  std::vector<Vertex> number(graph.num_vertices(), no_vertex);
  for (std::size_t i = 0; i < members.size(); ++i) number[members[i]] = static_cast<Vertex>(i);

  auto rows = std::make_shared<InducedRows>();
  rows->offsets.reserve(members.size() + 1);
  rows->offsets.push_back(0);
  long double twice = 0.0L;
  std::size_t visited = 0;
  for (const Vertex v : members) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight weight) {
      if (number[u] == no_vertex) return;
      rows->targets.push_back(number[u]);
      if (graph.weighted()) rows->weights.push_back(weight);
      twice += weight;
    });
    rows->offsets.push_back(rows->targets.size());
    visited += graph.degree(v) + 1;
    if (visited < visits_between_polls) continue;
    visited = 0;
    if (run && run->should_stop()) return std::nullopt;
  }
  // Weights that are real in the graph are so in every part, even where all of them are integers.
  WeightSummary summary{graph.weight_kind(), static_cast<Weight>(twice / 2.0L)};
  if (graph.signed_weights()) summary.signed_magnitude = summary_of(rows->weights).signed_magnitude;
  Graph part = Graph::from_csr({rows->offsets, rows->targets, rows->weights, rows},
                               graph.names().subset(members), summary);
  if (graph.values().empty()) return part;
  std::vector<Weight> values;
  values.reserve(members.size());
  for (const Vertex v : members) values.push_back(graph.values()[v]);
  return part.with_values(std::move(values));
}

std::optional<Part> induced_part(const Graph& graph, std::span<const Vertex> vertices,
                                 const RunContext* run) {
  std::vector<Vertex> members = sorted_set(graph, vertices);
  if (members.size() == graph.num_vertices()) return Part{graph};
  std::optional<Graph> copy = induce(graph, members, run);
  if (!copy) return std::nullopt;
  return Part{*std::move(copy), std::move(members), std::numeric_limits<Weight>::infinity()};
}

/// Joins the ends of edges in trees of parents, where every parent is smaller than its child. Empty if it
/// was stopped.
std::optional<Components> components(const Graph& graph, const RunContext* run) {
  constexpr std::uint64_t visits_between_polls = std::uint64_t{1} << 17;
  std::vector<Vertex> parent(graph.num_vertices());
  std::iota(parent.begin(), parent.end(), Vertex{0});
  const auto root = [&](Vertex v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  std::uint64_t visited = 0;
  for (Vertex v = 0; v < parent.size(); ++v) {
    visited += graph.degree(v) + std::uint64_t{1};
    if (visited >= visits_between_polls) {
      visited = 0;
      if (run && run->should_stop()) return std::nullopt;
    }
    for (const Vertex u : graph.neighbors(v)) {
      if (u > v) break;
      const auto [smaller, larger] = std::minmax({root(u), root(v)});
      parent[larger] = smaller;
    }
  }
  // The smallest vertex of a component is its root, and its first vertex.
  Components result;
  for (Vertex v = 0; v < parent.size(); ++v) {
    const bool is_root = parent[v] == v;
    if (is_root) result.size.push_back(0);
    parent[v] = is_root ? result.count() - 1 : parent[parent[v]];
    ++result.size[parent[v]];
  }
  result.component = std::move(parent);
  return result;
}

}  // namespace

Graph induced_subgraph(const Graph& graph, std::span<const Vertex> vertices) {
  return *induce(graph, sorted_set(graph, vertices), nullptr);
}

std::optional<Graph> induced_subgraph(const Graph& graph, std::span<const Vertex> vertices,
                                      const RunContext& run) {
  return induce(graph, sorted_set(graph, vertices), &run);
}

Part part_of(const Graph& graph, std::span<const Vertex> vertices) {
  return *induced_part(graph, vertices, nullptr);
}

std::optional<Part> part_of(const Graph& graph, std::span<const Vertex> vertices, const RunContext& run) {
  return induced_part(graph, vertices, &run);
}

Vertex Part::to_part(Vertex v) const {
  if (whole()) return v;
  const auto place = std::ranges::lower_bound(original, v);
  if (place == original.end() || *place != v) return no_vertex;
  return static_cast<Vertex>(place - original.begin());
}

VertexSet Part::to_graph(std::span<const Vertex> vertices) const {
  VertexSet originals(vertices.begin(), vertices.end());
  for (Vertex& v : originals) v = to_graph(v);
  return originals;
}

VertexSet Part::to_part(std::span<const Vertex> vertices) const {
  VertexSet numbers;
  numbers.reserve(vertices.size());
  for (const Vertex v : vertices) {
    if (const Vertex number = to_part(v); number != no_vertex) numbers.push_back(number);
  }
  return numbers;
}

Part composed(const Part& outer, Part inner) {
  inner.original = inner.whole() ? outer.original : outer.to_graph(inner.original);
  inner.outside = std::max(inner.outside, outer.outside);
  return inner;
}

Components connected_components(const Graph& graph) { return *components(graph, nullptr); }

std::optional<Components> connected_components(const Graph& graph, const RunContext& run) {
  return components(graph, &run);
}

}  // namespace lode
