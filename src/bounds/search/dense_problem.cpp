#include "bounds/search/dense_problem.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::subgraph::detail {
namespace {

/// Everything but vertex v.
DenseProblem without(const DenseProblem& problem, std::size_t v) {
  DenseProblem rest;
  rest.n = problem.n - 1;
  rest.s = problem.s;
  rest.base = problem.base;
  rest.integral = problem.integral;
  rest.weights.reserve(rest.n * rest.n);
  rest.linear.reserve(rest.n);
  for (std::size_t i = 0; i < problem.n; ++i) {
    if (i == v) continue;
    rest.linear.push_back(problem.linear[i]);
    for (std::size_t j = 0; j < problem.n; ++j) {
      if (j != v) rest.weights.push_back(problem.weight(i, j));
    }
  }
  return rest;
}

void check_value(double value, bool integral) {
  constexpr double largest_integer = 9007199254740992.0;  // 2^53
  if (!std::isfinite(value)) throw InvalidArgument("weights", fmt::format("{}", value), "must be finite");
  if (integral && (std::floor(value) != value || std::abs(value) > largest_integer)) {
    throw InvalidArgument("weights", fmt::format("{}", value), "must be an integer of at most 2^53");
  }
}

}  // namespace

DenseProblem dense_problem(const Graph& graph, Vertex s) {
  const std::size_t n = graph.num_vertices();
  if (s > n) {
    throw InvalidArgument("s", std::to_string(s), "exceeds the number of vertices, " + std::to_string(n));
  }
  DenseProblem problem;
  problem.n = n;
  problem.s = s;
  problem.integral = graph.integral();
  problem.weights.assign(n * n, 0.0);
  problem.linear.assign(n, 0.0);
  for (Vertex v = 0; v < n; ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { problem.weights[v * n + u] = w; });
  }
  return problem;
}

DenseProblem include(const DenseProblem& problem, std::size_t v) {
  DenseProblem rest = without(problem, v);
  for (std::size_t i = 0; i < rest.n; ++i) rest.linear[i] += problem.weight(i < v ? i : i + 1, v);
  rest.base += problem.linear[v];
  --rest.s;
  return rest;
}

DenseProblem exclude(const DenseProblem& problem, std::size_t v) { return without(problem, v); }

double value_of(const DenseProblem& problem, std::span<const std::size_t> set) {
  double value = problem.base;
  for (std::size_t a = 0; a < set.size(); ++a) {
    value += problem.linear[set[a]];
    for (std::size_t b = 0; b < a; ++b) value += problem.weight(set[a], set[b]);
  }
  return value;
}

void check_problem(const DenseProblem& problem) {
  const std::size_t n = problem.n;
  if (problem.weights.size() != n * n || problem.linear.size() != n) {
    throw InvalidArgument("problem", std::to_string(n) + " vertices",
                          "does not have n x n weights and n linear terms");
  }
  if (problem.s > n) throw InvalidArgument("s", std::to_string(problem.s), "exceeds the number of vertices");
  check_value(problem.base, problem.integral);
  for (std::size_t i = 0; i < n; ++i) {
    check_value(problem.linear[i], problem.integral);
    if (problem.weight(i, i) != 0.0) {
      throw InvalidArgument("weights", fmt::format("{}", problem.weight(i, i)), "must be 0 on the diagonal");
    }
    for (std::size_t j = 0; j < i; ++j) {
      check_value(problem.weight(i, j), problem.integral);
      if (problem.weight(i, j) != problem.weight(j, i)) {
        throw InvalidArgument("weights", fmt::format("{}", problem.weight(i, j)), "must be symmetric");
      }
    }
  }
}

}  // namespace lode::subgraph::detail
