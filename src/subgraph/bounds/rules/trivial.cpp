#include "subgraph/bounds/rules/trivial.hpp"

#include "subgraph/bounds/rules/largest_weights.hpp"
#include "subgraph/bounds/rules/sizes.hpp"

namespace lode {

std::vector<Bound> trivial_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  detail::check_sizes(graph, sizes);
  const double start = run.elapsed();
  const detail::LargestWeights weights(graph, run);
  std::vector<Bound> bounds;
  for (const Vertex s : sizes) {
    const double charged = bounds.empty() ? run.elapsed() - start : 0.0;
    bounds.push_back({"trivial", s, weights.at_most(possible_edges(s)), charged});
  }
  return bounds;
}

}  // namespace lode
