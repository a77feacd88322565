#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <lode/graph/components.hpp>

namespace lode {
namespace {

/// Joins the ends of edges in trees of parents, where every parent is smaller than its child. Nothing if it
/// was stopped.
template <class Stop>
std::optional<Components> components(const Graph& graph, const Stop& stop) {
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
      if (stop()) return std::nullopt;
    }
    for (const Vertex u : graph.neighbors(v)) {
      if (u > v) break;
      const auto [smaller, larger] = std::minmax({root(u), root(v)});
      parent[larger] = smaller;
    }
  }
  // The smallest vertex of a component is its root, and comes before the others.
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

Components connected_components(const Graph& graph) {
  return *components(graph, [] { return false; });
}

std::optional<Components> connected_components(const Graph& graph, const RunContext& run) {
  return components(graph, [&] { return run.should_stop(); });
}

}  // namespace lode
