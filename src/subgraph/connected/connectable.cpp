#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "subgraph/connected/search.hpp"
#include "subgraph/problem/exclusion.hpp"

namespace lode::subgraph {

NotJoined::NotJoined(std::size_t included, Vertex s, Vertex smallest)
    : InvalidArgument(
          "include", format_plural(included, "vertex", "vertices"),
          fmt::format("cannot be joined: the smallest connected set found that holds all of them has {} "
                      "vertices, and s is {}",
                      smallest, s),
          "ask for a larger size or include fewer"),
      smallest_(smallest) {}

void check_connectable(const Problem& problem) {
  check_vertices(problem.graph, problem.include, "vertex to include");
  const Components components = connected_components(problem.graph);
  const auto size_error = [&](Vertex most, const char* of) {
    return InvalidArgument(
        "s", std::to_string(problem.s),
        fmt::format("must be at most {}, the size of {}, for a connected answer", most, of));
  };
  if (problem.include.empty()) {
    const Vertex largest =
        components.size.empty() ? 0 : *std::max_element(components.size.begin(), components.size.end());
    if (problem.s > largest) throw size_error(largest, "the largest component");
    return;
  }
  const Vertex first = problem.include.front();
  for (const Vertex v : problem.include) {
    if (components.component[v] == components.component[first]) continue;
    throw InvalidArgument(
        "include", fmt::format("{} and {}", problem.graph.name(first), problem.graph.name(v)),
        "lie in different components, and the answer is to be connected", "leave one of them out");
  }
  const Vertex size = components.size[components.component[first]];
  if (problem.s > size) throw size_error(size, "the component of the vertices to include");
}

VertexSet out_of_reach(const Problem& problem) {
  const ReducedProblem reduced = without_excluded(problem);
  const Components components = connected_components(reduced.problem.graph);
  const VertexSet& include = reduced.problem.include;
  const auto is_home = [&](Vertex v) {
    const Vertex c = components.component[v];
    return components.size[c] >= problem.s &&
           std::ranges::all_of(include, [&](Vertex u) { return components.component[u] == c; });
  };
  VertexSet out;
  for (Vertex v = 0; v < reduced.problem.graph.num_vertices(); ++v) {
    if (!is_home(v)) out.push_back(v);
  }
  if (out.size() == reduced.problem.graph.num_vertices()) return {};
  return reduced.part.outward(out);
}

double spanning_bound(const Problem& problem) {
  const Graph& graph = problem.graph;
  const Components components = connected_components(graph);
  std::vector<std::pair<Weight, Vertex>> weights;  // with an end
  std::vector<std::pair<Weight, Vertex>> values;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    values.emplace_back(problem.values.empty() ? 0.0 : problem.values[v], v);
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u > v) weights.emplace_back(w, v);
    });
  }
  std::vector<double> sums(components.count(), 0.0);
  std::vector<double> magnitudes(components.count(), 0.0);
  const auto add_largest = [&](std::vector<std::pair<Weight, Vertex>>& numbers, Vertex most) {
    std::ranges::sort(numbers, std::greater());
    std::vector<Vertex> added(components.count(), 0);
    for (const auto& [number, v] : numbers) {
      const Vertex c = components.component[v];
      if (added[c]++ >= most) continue;
      sums[c] += number;
      magnitudes[c] += std::abs(number);
    }
  };
  add_largest(weights, problem.s - 1);
  if (!weights.empty() && weights.front().first > 0.0) return HUGE_VAL;
  add_largest(values, problem.s);
  const bool exact = objective_sums(graph, problem.values) == Sums::exact;
  double bound = -HUGE_VAL;
  for (Vertex c = 0; c < components.count(); ++c) {
    const double rounding = exact ? 0.0 : magnitudes[c] * problem.s * 0x1p-51;
    if (components.size[c] >= problem.s) bound = std::max(bound, sums[c] + rounding);
  }
  return bound;
}

}  // namespace lode::subgraph
