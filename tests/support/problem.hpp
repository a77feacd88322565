#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include <lode/subgraph/problem.hpp>

#include "support/support.hpp"

namespace lode::test {

inline subgraph::Problem make_problem(Graph graph, Vertex s) {
  subgraph::Problem problem;
  problem.graph = std::move(graph);
  problem.s = s;
  return problem;
}

/// The largest objective of the sets that a problem allows and `accepts` takes, by enumeration; empty if no
/// set qualifies.
inline std::optional<double> brute_force_objective(const subgraph::Problem& problem,
                                                   const std::function<bool(std::uint32_t)>& accepts = {}) {
  const std::uint32_t held = mask_of(problem.include);
  const std::uint32_t barred = mask_of(problem.exclude);
  std::optional<double> best;
  const Vertex n = problem.graph.num_vertices();
  for (std::uint32_t mask = 0; mask < (1u << n); ++mask) {
    if (static_cast<Vertex>(std::popcount(mask)) != problem.s || (mask & held) != held) continue;
    if ((mask & barred) != 0 || (accepts && !accepts(mask))) continue;
    VertexSet set;
    long double sum = 0.0L;
    for (Vertex v = 0; v < n; ++v) {
      if (!(mask >> v & 1u)) continue;
      if (!problem.values.empty()) sum += problem.values[v];
      for (const Vertex u : set) sum += problem.graph.edge_weight(u, v).value_or(0.0);
      set.push_back(v);
    }
    if (problem.connected && !induces_connected(problem.graph, set)) continue;
    best = std::max(best.value_or(-std::numeric_limits<double>::infinity()), static_cast<double>(sum));
  }
  return best;
}

}  // namespace lode::test
