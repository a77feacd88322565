#include "subgraph/bounds/rules/turan.hpp"

#include <string>

#include <lode/core/error.hpp>

#include "subgraph/bounds/rules/largest_weights.hpp"
#include "subgraph/bounds/rules/sizes.hpp"

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

std::vector<double> turan_bound_values(const Graph& graph, Vertex clique_number,
                                       std::span<const Vertex> sizes, const RunContext& run) {
  const detail::LargestWeights weights(graph, run);
  std::vector<double> values;
  for (const Vertex s : sizes) values.push_back(weights.at_most(turan_edges(s, clique_number)));
  return values;
}

std::vector<Bound> turan_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  detail::check_sizes(graph, sizes);
  const double start = run.elapsed();
  std::vector<Bound> bounds;
  if (sizes.empty()) return bounds;
  const Clique clique = maximum_clique(graph, {.work_limit = cheap_clique_work}, run);
  const std::vector<double> values = turan_bound_values(graph, clique.upper_bound, sizes, run);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    bounds.push_back({"turan", sizes[i], values[i], i == 0 ? run.elapsed() - start : 0.0});
  }
  return bounds;
}

}  // namespace lode
