#include <algorithm>
#include <string>

#include <lode/core/error.hpp>
#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/bounds/degree.hpp>
#include <lode/subgraph/bounds/lp.hpp>
#include <lode/subgraph/bounds/trivial.hpp>

namespace lode {

std::span<const BoundRow> bound_rows() {
  static const std::vector<BoundRow> rows = {
      {"trivial", "the min(s(s-1)/2, m) largest weights", "O(1), weighted O(m log m)", "immediate", true,
       trivial_bounds},
      {"degree", "half the sum of the s largest degrees capped at s-1", "O(n) per size, weighted O(n + m)",
       "immediate", true, degree_bounds},
      {"lp", "optimum of: sum of w_uv min(x_u, x_v), 0 <= x <= 1, sum of x = s; all sizes at once",
       "O(n + m) per pass, tens of passes", "Danisch, Chan, Sozio, WWW 2017", true, lp_bounds},
  };
  return rows;
}

const BoundRow& bound_row(std::string_view name) {
  for (const BoundRow& row : bound_rows()) {
    if (row.name == name) return row;
  }
  throw InvalidArgument("bound", std::string(name), "is not known");
}

std::vector<std::vector<Bound>> cheap_bounds(const Graph& graph, std::span<const Vertex> sizes,
                                             RunContext& run) {
  for (const Vertex s : sizes) {
    if (s < 1 || s > graph.num_vertices()) {
      throw InvalidArgument(
          "s", std::to_string(s),
          "must be between 1 and the number of vertices, " + std::to_string(graph.num_vertices()));
    }
  }
  std::vector<std::vector<Bound>> by_size(sizes.size());
  for (const BoundRow& row : bound_rows()) {
    if (!row.cheap) continue;
    const std::vector<Bound> bounds = row.compute(graph, sizes, run);
    for (std::size_t i = 0; i < sizes.size(); ++i) by_size[i].push_back(bounds[i]);
  }
  return by_size;
}

const Bound& best_bound(std::span<const Bound> bounds) {
  if (bounds.empty()) throw InvalidArgument("bounds", "empty", "there is none to choose from");
  return *std::min_element(bounds.begin(), bounds.end(),
                           [](const Bound& a, const Bound& b) { return a.value < b.value; });
}

double relative_gap(double upper_bound, double weight) {
  return upper_bound == 0.0 ? 0.0 : (upper_bound - weight) / upper_bound;
}

bool proves_optimal(const Graph& graph, double upper_bound, double weight) {
  return graph.integral() ? upper_bound == weight : upper_bound - weight <= 1e-9 * upper_bound;
}

}  // namespace lode
