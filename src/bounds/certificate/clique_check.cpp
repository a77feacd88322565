#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lode/graph/cores.hpp>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph::detail {
namespace {

/// Pairs of vertices that a check may visit: some seconds.
constexpr std::uint64_t clique_check_work = 200'000'000;

/// A search for a clique above a limit, by lists and greedy colours.
struct LargerCliqueSearch {
  const Graph& graph;
  const RunContext& run;
  std::uint64_t work = clique_check_work;

  bool adjacent(Vertex u, Vertex v) {
    if (work > 0) --work;
    return graph.adjacent(u, v);
  }

  /// True if no clique among the candidates has more than k vertices. Where k colours are not enough, such a
  /// clique has one of the vertices without a colour: each is taken in turn, and then left out.
  bool holds_none(std::vector<Vertex> candidates, Vertex k) {
    if (candidates.size() <= k) return true;
    if (k == 0 || work == 0 || run.should_stop()) return false;
    std::vector<std::vector<Vertex>> classes(k);
    std::vector<Vertex> rest;
    for (const Vertex v : candidates) {
      const auto free = std::find_if(classes.begin(), classes.end(), [&](const std::vector<Vertex>& members) {
        return std::none_of(members.begin(), members.end(), [&](Vertex u) { return adjacent(u, v); });
      });
      (free == classes.end() ? rest : *free).push_back(v);
      if (work == 0) return false;
    }
    for (const Vertex v : rest) {
      std::erase(candidates, v);
      std::vector<Vertex> below;
      for (const Vertex u : candidates) {
        if (adjacent(u, v)) below.push_back(u);
      }
      if (!holds_none(std::move(below), k - 1)) return false;
    }
    return true;
  }
};

}  // namespace

/// A clique is its first vertex, in the order of peeling or any other, and some later neighbours.
bool shows_clique_number(const Graph& graph, Vertex limit, const RunContext& run) {
  const std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
  if (!cores || limit < 1) return false;
  std::vector<Vertex> place(graph.num_vertices(), no_vertex);
  for (Vertex i = 0; i < place.size(); ++i) place[cores->order.at(i)] = i;
  if (std::count(place.begin(), place.end(), no_vertex) > 0) return false;  // an order that repeats
  LargerCliqueSearch search{graph, run};
  return std::ranges::all_of(cores->order, [&](Vertex v) {
    std::vector<Vertex> later;
    for (const Vertex u : graph.neighbors(v)) {
      if (place[u] > place[v]) later.push_back(u);
    }
    std::sort(later.begin(), later.end(), [&](Vertex a, Vertex b) { return place[a] > place[b]; });
    return search.holds_none(std::move(later), limit - 1);
  });
}

}  // namespace lode::subgraph::detail
