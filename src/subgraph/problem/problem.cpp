#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/subgraph/problem.hpp>

#include "core/assert.hpp"
#include "core/exact_sum.hpp"
#include "subgraph/problem/goal.hpp"

namespace lode::subgraph {

void check_vertices(const Graph& graph, VertexSet vertices, const char* what) {
  std::sort(vertices.begin(), vertices.end());
  if (!vertices.empty() && vertices.back() >= graph.num_vertices()) {
    throw InvalidArgument(what, std::to_string(vertices.back()), "does not exist");
  }
  const auto twice = std::adjacent_find(vertices.begin(), vertices.end());
  if (twice != vertices.end()) throw InvalidArgument(what, graph.name(*twice), "is given twice");
}

namespace {

void check_size(const Problem& problem) {
  const Vertex n = problem.graph.num_vertices();
  if (problem.s >= 1 && problem.s <= n) return;
  throw InvalidArgument("s", std::to_string(problem.s),
                        "must be between 1 and the number of vertices, " + std::to_string(n));
}

}  // namespace

void check_starts(const Problem& problem) {
  const bool given = problem.start == StartKind::given;
  if (!problem.given.empty() && !given) {
    throw InvalidArgument("given", "", "is a start, but another start is asked for",
                          "set start to StartKind::given");
  }
  if (problem.given.empty() && given) {
    throw InvalidArgument("given", "", "is empty, but is asked for as the start",
                          "give a set, or another start");
  }
  if (problem.start && static_cast<unsigned>(*problem.start) > static_cast<unsigned>(StartKind::given)) {
    throw InvalidArgument("start", std::to_string(static_cast<int>(*problem.start)), "is no StartKind");
  }
  check_vertices(problem.graph, problem.given, "vertex of the start");
  for (const VertexSet& hint : problem.hints) check_vertices(problem.graph, hint, "vertex of a hint");
}

void check_problem(const Problem& problem, Anchors anchors) {
  for (const auto& [name, value] :
       {std::pair{"target", problem.target}, {"upper bound", problem.upper_bound}}) {
    if (std::isnan(value)) throw InvalidArgument(name, "NaN", "must be a number, or infinity for none");
  }
  check_size(problem);
  check_starts(problem);
  const auto refuse = [](const char* name, const std::string& value, const char* what) {
    throw InvalidArgument(name, value, fmt::format("cannot be {} by the method itself", what),
                          "call solve(name, problem, ...)");
  };
  if (!problem.exclude.empty()) refuse("exclude", problem.graph.name(problem.exclude.front()), "kept out");
  if (!problem.values.empty()) refuse("values", fmt::format("{} of them", problem.values.size()), "added");
  if (problem.connected) refuse("connected", "true", "kept");
  if (problem.include.empty()) return;
  check_vertices(problem.graph, problem.include, "vertex to include");
  if (anchors == Anchors::refused) {
    throw InvalidArgument("include", problem.graph.name(problem.include.front()),
                          "cannot be kept by this method", "use hybrid");
  }
  if (problem.include.size() > problem.s) {
    throw InvalidArgument(
        "include", fmt::format("names {} vertices, but s is {}", problem.include.size(), problem.s), "");
  }
}

void check_values(const Graph& graph, std::span<const Weight> values) {
  if (values.empty()) return;
  if (values.size() != graph.num_vertices()) {
    throw InvalidArgument("values", std::to_string(values.size()),
                          fmt::format("must be one per vertex, {}", graph.num_vertices()));
  }
  for (Vertex v = 0; v < values.size(); ++v) {
    if (in_domain(values[v])) continue;
    throw InvalidArgument(fmt::format("value of vertex {}", graph.name(v)), fmt::format("{}", values[v]),
                          domain_words);
  }
}

Sums objective_sums(const Graph& graph, std::span<const Weight> values) {
  if (!graph.integral()) return Sums::rounded;
  long double sum = graph.weight_magnitude();
  for (const Weight value : values) {
    if (std::floor(value) != value) return Sums::rounded;
    sum += std::abs(value);
  }
  return sums_of(sum < 0x1p53);
}

Weight sum_of_values(std::span<const Weight> values, const VertexSet& vertices) {
  if (values.empty()) return 0.0;
  lode::detail::ExactSum sum;
  for (const Vertex v : vertices) sum.add(values[v]);
  return sum.rounded();
}

InducedTotals induced_totals(const Graph& graph, const VertexSet& vertices) {
  std::vector<char> inside(graph.num_vertices(), 0);
  for (const Vertex v : vertices) {
    if (v >= inside.size() || inside[v]) check_vertices(graph, vertices, "vertex");  // throws
    inside[v] = 1;
  }
  InducedTotals totals;
  lode::detail::ExactSum sum;
  for (const Vertex v : vertices) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v || !inside[u]) return;
      ++totals.edges;
      if (graph.integral())
        totals.weight += w;
      else
        sum.add(w);
    });
  }
  if (!graph.integral()) totals.weight = sum.rounded();
  return totals;
}

namespace {

/// Optimal where the bound is met: searches stop at one weight for bound and target.
StopReason checked_reason(const Problem& problem, const Solution& solution, StopReason reason) {
  const Sums sums = objective_sums(problem.graph, problem.values);
  const Weight weight = solution.objective();
  if (least_meeting(weight, sums) - detail::objective_error(solution, sums) > problem.upper_bound) {
    throw detail::BoundRefused(problem.upper_bound, fmt::format("is below the weight of a set, {}", weight));
  }
  if (meets(problem.upper_bound, weight, sums)) return StopReason::optimal;
  const bool no_target = problem.target == std::numeric_limits<double>::infinity();
  return reason == StopReason::target && no_target ? StopReason::optimal : reason;
}

}  // namespace

Solution finish_solution(const Problem& problem, VertexSet vertices, Trace trace, StopReason reason,
                         std::uint64_t iterations, const RunContext& run) {
  check_size(problem);
  std::sort(vertices.begin(), vertices.end());
  LODE_ASSERT_LIGHT(vertices.size() == problem.s);
  LODE_ASSERT_LIGHT(std::adjacent_find(vertices.begin(), vertices.end()) == vertices.end());
  LODE_ASSERT_LIGHT(vertices.back() < problem.graph.num_vertices());
  const InducedTotals totals = induced_totals(problem.graph, vertices);
  Solution solution;
  solution.vertices = std::move(vertices);
  solution.edges = totals.edges;
  solution.weight = totals.weight;
  solution.value = sum_of_values(problem.values, solution.vertices);
  solution.stop_reason = checked_reason(problem, solution, reason);
  solution.iterations = iterations;
  solution.seconds = run.elapsed();
  solution.seconds_to_best = trace.empty() ? solution.seconds : trace.back().seconds;
  solution.trace = std::move(trace);
  return solution;
}

}  // namespace lode::subgraph
