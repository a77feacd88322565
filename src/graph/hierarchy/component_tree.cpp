#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/hierarchy.hpp>

#include "graph/hierarchy/tree_builder.hpp"

namespace lode {
ComponentTree core_tree(const Graph& graph, std::span<const Vertex> cores, const RunContext& run) {
  const Vertex n = graph.num_vertices();
  if (cores.size() != n) {
    throw InvalidArgument("cores", std::to_string(cores.size()) + " numbers",
                          "are not one for each of the " + std::to_string(n) + " vertices");
  }
  detail::TreeBuilder builder(n);
  const std::vector<Vertex> order = detail::by_falling(cores);
  for (std::size_t i = 0; i < order.size();) {
    if (run.should_stop()) return {};
    const Vertex k = cores[order[i]];
    for (; i < order.size() && cores[order[i]] == k; ++i) {
      const Vertex v = order[i];
      builder.enter(v);
      for (const Vertex u : graph.neighbors(v)) {
        if (cores[u] > k || (cores[u] == k && u < v)) builder.join(u, v);
      }
    }
    builder.end_level(k);
  }
  return builder.finish();
}

}  // namespace lode
