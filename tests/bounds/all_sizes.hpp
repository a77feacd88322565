#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::test {

/// 1, 2, ..., n.
inline std::vector<Vertex> all_sizes(const Graph& graph) {
  std::vector<Vertex> sizes(graph.num_vertices());
  std::iota(sizes.begin(), sizes.end(), Vertex{1});
  return sizes;
}

/// The largest weight of the sets of every size from 0 to n, by looking at every set.
inline std::vector<double> best_by_size(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<double> weight(std::size_t{1} << n, 0.0);
  std::vector<double> best(n + std::size_t{1}, 0.0);
  for (std::uint32_t set = 1; set < weight.size(); ++set) {
    const auto v = static_cast<Vertex>(std::countr_zero(set));
    const std::uint32_t rest = set & (set - 1);
    double added = 0.0;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { added += (rest >> u & 1u) ? w : 0.0; });
    weight[set] = weight[rest] + added;
    double& known = best[static_cast<std::size_t>(std::popcount(set))];
    known = std::max(known, weight[set]);
  }
  return best;
}

}  // namespace lode::test
