#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/configuration_model.hpp>

#include "core/stream_tags.hpp"
#include "graph/generators/random_rows.hpp"

namespace lode {

Weight expected_weight(const Graph& graph, std::span<const Vertex> vertices) {
  refuse_signed_weights(graph, "expected weights");
  if (graph.total_weight() == 0.0) return 0.0;
  long double pairs = 0.0L, before = 0.0L;
  for (const Vertex v : vertices) {
    const long double strength = graph.strength(v);
    pairs += strength * before;
    before += strength;
  }
  return static_cast<Weight>(pairs / (2.0L * graph.total_weight()));
}

Graph rewired(const Graph& graph, std::uint64_t seed, const RunContext& run) {
  constexpr std::uint64_t switches_per_edge = 10, draws_per_switch = 10, poll_interval = 1 << 16;
  std::vector<WeightedEdge> edges;
  std::unordered_set<std::uint64_t> present;
  const auto key = [](Vertex a, Vertex b) { return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b); };
  edges.reserve(graph.num_edges());
  present.reserve(graph.num_edges());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v) return;
      edges.push_back({v, u, w});
      present.insert(key(v, u));
    });
  }
  Rng rng(seed, detail::tag_rewired);
  const std::uint64_t wanted = edges.size() < 2 ? 0 : switches_per_edge * edges.size();
  for (std::uint64_t draws = 0, done = 0; done < wanted && draws < draws_per_switch * wanted; ++draws) {
    if (draws % poll_interval == 0) run.require_time(detail::drawing_a_graph);
    WeightedEdge& first = edges[rng.below(edges.size())];
    WeightedEdge& second = edges[rng.below(edges.size())];
    if (rng.below(2) == 1) std::swap(second.u, second.v);
    const auto [a, b, c, d] = std::array{first.u, first.v, second.u, second.v};
    if (a == d || c == b || present.contains(key(a, d)) || present.contains(key(c, b))) continue;
    present.erase(key(a, b));
    present.erase(key(c, d));
    present.insert(key(a, d));
    present.insert(key(c, b));
    first.v = d;
    second.v = b;
    ++done;
  }
  const Graph other = Graph::from_edges(edges, graph.num_vertices(), run).with_names(graph.names());
  return graph.weighted() ? other : other.with_weights({});
}

}  // namespace lode
