#include "bounds/search/dense_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lode::subgraph::detail {
DenseProblem dense_problem(const Graph& graph, Vertex s) {
  const std::size_t n = graph.num_vertices();
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
  std::vector<double> gains =
      problem.linear;  // by a vertex that enters, or weight of a member towards the set
  double largest = 0.0;
  for (std::size_t place = 0; place < problem.s; ++place) {
    inside[order[place]] = 1;
    for (std::size_t v = 0; v < n; ++v) gains[v] += problem.weight(order[place], v);
  }
  for (const double gain : gains) largest = std::max(largest, std::abs(gain));
  const double least = problem.integral ? 0.5 : 1e-12 * largest;  // rounding must not send it in circles
  for (std::size_t exchange = 0; exchange < most_exchanges; ++exchange) {
    double largest_gain = least;
    std::size_t leaving = n;
    std::size_t entering = n;
    for (std::size_t out = 0; out < n; ++out) {
      if (!inside[out]) continue;
      const double* const row = problem.weights.data() + out * n;
      for (std::size_t in = 0; in < n; ++in) {
        const double gain = gains[in] - gains[out] - row[in];
        if (gain <= largest_gain || inside[in]) continue;
        largest_gain = gain;
        leaving = out;
        entering = in;
      }
    }
    if (leaving == n) break;
    inside[leaving] = 0;
    inside[entering] = 1;
    for (std::size_t v = 0; v < n; ++v) gains[v] += problem.weight(entering, v) - problem.weight(leaving, v);
  }
  ValuedSet set;
  for (std::size_t v = 0; v < n; ++v) {
    if (inside[v]) set.vertices.push_back(v);
  }
  set.value = value_of(problem, set.vertices);
  return set;
}

ValuedSet best_of_few(const DenseProblem& problem) {
  std::vector<double> scores = problem.linear;  // weight of a vertex alone, or towards all vertices
  for (std::size_t i = 0; i < problem.n && problem.s > 1; ++i) {
    for (std::size_t j = 0; j < problem.n; ++j) scores[i] += problem.weight(i, j);
  }
  return improved_set(problem, scores, 0);
}

}  // namespace lode::subgraph::detail
