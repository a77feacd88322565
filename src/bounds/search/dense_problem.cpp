#include "bounds/search/dense_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <lode/core/error.hpp>

namespace lode::subgraph::detail {
namespace {

struct Exchange {
  double gain = 0.0;
  std::size_t leaving = 0;
  std::size_t entering = 0;
};

/// gains[v] is what v adds to the set, or adds in it.
Exchange best_exchange(const DenseProblem& problem, const std::vector<char>& inside,
                       std::span<const double> gains) {
  Exchange best;
  for (std::size_t out = 0; out < problem.n; ++out) {
    if (!inside[out]) continue;
    const double* const row = problem.weights.data() + out * problem.n;
    for (std::size_t in = 0; in < problem.n; ++in) {
      const double gain = gains[in] - gains[out] - row[in];
      if (gain > best.gain && !inside[in]) best = {gain, out, in};
    }
  }
  return best;
}

}  // namespace

DenseProblem dense_problem(const Graph& graph, Vertex s) {
  const std::size_t n = graph.num_vertices();
  if (s > n) {
    throw InvalidArgument("s", std::to_string(s), "exceeds the number of vertices, " + std::to_string(n));
  }
  DenseProblem problem{n, std::vector<double>(n * n), std::vector<double>(n), s, 0.0, graph.integral()};
  for (Vertex v = 0; v < n; ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { problem.weights[v * n + u] = w; });
  }
  return problem;
}

DenseProblem part_of(const DenseProblem& problem, std::span<const std::size_t> left,
                     std::span<const std::size_t> chosen) {
  DenseProblem part;
  part.n = left.size();
  part.s = problem.s - static_cast<Vertex>(chosen.size());
  part.base = value_of(problem, chosen);
  part.integral = problem.integral;
  part.weights.reserve(part.n * part.n);
  for (const std::size_t i : left) {
    double linear = problem.linear[i];
    for (const std::size_t v : chosen) linear += problem.weight(i, v);
    part.linear.push_back(linear);
    for (const std::size_t j : left) part.weights.push_back(problem.weight(i, j));
  }
  return part;
}

double value_of(const DenseProblem& problem, std::span<const std::size_t> set) {
  double value = problem.base;
  for (std::size_t a = 0; a < set.size(); ++a) {
    double added = problem.linear[set[a]];
    for (std::size_t b = 0; b < a; ++b) added += problem.weight(set[a], set[b]);
    value += added;
  }
  return value;
}

ValuedSet improved_set(const DenseProblem& problem, std::span<const double> scores,
                       std::size_t most_exchanges) {
  const std::size_t n = problem.n;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  std::vector<char> inside(n, 0);
  std::vector<double> gains = problem.linear;
  double largest = 0.0;
  for (std::size_t place = 0; place < problem.s; ++place) {
    inside[order[place]] = 1;
    for (std::size_t v = 0; v < n; ++v) gains[v] += problem.weight(order[place], v);
  }
  for (const double gain : gains) largest = std::max(largest, std::abs(gain));
  const double least = problem.integral ? 0.5 : 1e-12 * largest;  // rounding must not send it in circles
  for (std::size_t exchange = 0; exchange < most_exchanges; ++exchange) {
    const Exchange best = best_exchange(problem, inside, gains);
    if (!(best.gain > least)) break;
    inside[best.leaving] = 0;
    inside[best.entering] = 1;
    for (std::size_t v = 0; v < n; ++v) {
      gains[v] += problem.weight(best.entering, v) - problem.weight(best.leaving, v);
    }
  }
  ValuedSet set;
  for (std::size_t v = 0; v < n; ++v) {
    if (inside[v]) set.vertices.push_back(v);
  }
  set.value = value_of(problem, set.vertices);
  return set;
}

ValuedSet best_of_few(const DenseProblem& problem) {
  std::vector<double> scores = problem.linear;  // what a vertex adds to none of the others, or to all
  for (std::size_t i = 0; i < problem.n && problem.s > 1; ++i) {
    for (std::size_t j = 0; j < problem.n; ++j) scores[i] += problem.weight(i, j);
  }
  return improved_set(problem, scores, 0);
}

}  // namespace lode::subgraph::detail
