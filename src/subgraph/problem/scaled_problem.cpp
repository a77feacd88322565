#include "subgraph/problem/scaled_problem.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/graph/components.hpp>

#include "subgraph/problem/scaled_weights.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr Vertex unreachable = no_vertex;

/// How many vertices besides those to include an answer has at least that holds a vertex, by vertex.
std::vector<Vertex> chosen_with(const Problem& problem) {
  const Graph& graph = problem.graph;
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> chosen(n, problem.connected ? unreachable : Vertex{1});
  for (const Vertex v : problem.include) chosen[v] = 0;
  if (!problem.connected) return chosen;
  if (problem.include.empty()) {
    const Components components = connected_components(graph);
    for (Vertex v = 0; v < n; ++v) {
      if (components.size[components.component[v]] >= problem.s) chosen[v] = 1;
    }
    return chosen;
  }
  std::vector<Vertex> queue = problem.include;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Vertex u : graph.neighbors(queue[i])) {
      if (chosen[u] != unreachable) continue;
      chosen[u] = chosen[queue[i]] + 1;
      queue.push_back(u);
    }
  }
  return chosen;
}

/// The graph of the edges that answers may hold; nothing where these are all.
std::optional<Graph> usable_part(const Problem& problem) {
  const Graph& graph = problem.graph;
  const Vertex left = problem.s - static_cast<Vertex>(problem.include.size());
  if (!problem.connected && left >= 2) return std::nullopt;
  const std::vector<Vertex> chosen = chosen_with(problem);
  const auto usable = [&](Vertex u, Vertex v, Weight) {
    const auto [near, far] = std::minmax(chosen[u], chosen[v]);
    return far != unreachable && (far == 0 || near < left);
  };
  return with_edges(graph, usable);
}

/// Whether some component holds all that is included, and enough vertices: else there is no connected answer.
bool may_connect(const Problem& problem, const Graph& graph) {
  const Components components = connected_components(graph);
  if (problem.include.empty()) return std::ranges::max(components.size) >= problem.s;
  const Vertex first = components.component[problem.include.front()];
  return components.size[first] >= problem.s &&
         std::ranges::all_of(problem.include, [&](Vertex v) { return components.component[v] == first; });
}

}  // namespace

ScaledProblem::ScaledProblem(const Problem& problem, Graph usable, int exponent)
    : graph_(problem.graph), upper_bound_(problem.upper_bound), exponent_(exponent), scaled_(problem) {
  scaled_.graph = exponent == 0 ? std::move(usable) : with_real_weights(usable, exponent);
  scaled_.upper_bound = inward(problem.upper_bound);
  scaled_.target = inward(problem.target);
}

std::optional<ScaledProblem> ScaledProblem::of(const Problem& problem) {
  if (problem.graph.integral() || problem.graph.num_arcs() == 0) return std::nullopt;
  std::optional<Graph> part = usable_part(problem);
  if (part && problem.connected && !may_connect(problem, *part)) part.reset();
  const bool is_whole = !part;
  Graph graph = is_whole ? problem.graph : *std::move(part);
  double heaviest = 0.0;
  for (const Weight weight : graph.weights()) heaviest = std::max(heaviest, std::abs(weight));
  if (heaviest == 0.0) return std::nullopt;
  const int exponent = -std::ilogb(heaviest);
  if (exponent == 0 && is_whole) return std::nullopt;
  return ScaledProblem(problem, std::move(graph), exponent);
}

double ScaledProblem::inward(double weight) const { return scaled_up(weight, exponent_); }

Solution ScaledProblem::outward(Solution solution) const {
  const InducedTotals totals = induced_totals(graph_, solution.vertices);
  solution.edges = totals.edges;
  solution.weight = totals.weight;
  for (TracePoint& point : solution.trace) point.weight = std::ldexp(point.weight, -exponent_);
  if (solution.upper_bound) solution.upper_bound = scaled_up(*solution.upper_bound, -exponent_);
  return solution;
}

void ScaledProblem::refuse_bound() const {
  throw InvalidArgument("upper bound", fmt::format("{}", upper_bound_), "is below the weight of a set",
                        "give a proven one");
}

}  // namespace lode::subgraph::detail
