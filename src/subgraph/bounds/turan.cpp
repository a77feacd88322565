#include <string>

#include <lode/core/error.hpp>
#include <lode/subgraph/bounds/turan.hpp>

#include "subgraph/bounds/largest_weights.hpp"

namespace lode {

EdgeCount turan_edges(Vertex s, Vertex clique_number) {
  if (clique_number < 1) {
    throw InvalidArgument("clique_number", std::to_string(clique_number), "must be at least 1");
  }
  const Vertex small = s / clique_number;  // parts of this size, and s mod clique_number larger by one
  const Vertex large_parts = s % clique_number;
  const EdgeCount inside =
      large_parts * possible_edges(small + 1) + (clique_number - large_parts) * possible_edges(small);
  return possible_edges(s) - inside;
}

std::vector<Bound> turan_bounds(const Graph& graph, std::span<const Vertex> sizes, RunContext& run) {
  const double start = run.elapsed();
  std::vector<Bound> bounds;
  if (sizes.empty()) return bounds;
  const Clique clique = maximum_clique(graph, {.work_limit = cheap_clique_work}, run);
  const detail::LargestWeights weights(graph);
  for (const Vertex s : sizes) {
    const double charged = bounds.empty() ? run.elapsed() - start : 0.0;
    bounds.push_back({"turan", s, weights.at_most(turan_edges(s, clique.upper_bound)), charged});
  }
  return bounds;
}

}  // namespace lode
