#include "subgraph/problem/reach.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/exact_sum.hpp"
#include "subgraph/problem/goal.hpp"

namespace lode::subgraph::detail {
namespace {

/// A search compares sums to 1e-12 of the heaviest weight. A set is optimal to 1e-9 of its weight.
constexpr double comparable_range = 1e3;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The sum of the largest numbers, rounded up.
double sum_of_largest(std::vector<Weight> numbers, std::uint64_t count) {
  if (count < numbers.size()) {
    const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(numbers.begin(), end, numbers.end(), std::greater<>());
    numbers.erase(end, numbers.end());
  }
  lode::detail::ExactSum sum;
  for (const Weight number : numbers) sum.add(number);
  return numbers.empty() ? 0.0 : std::nextafter(sum.rounded(), infinity);
}

/// No set has a larger objective.
double largest_gain(const Problem& problem) {
  std::vector<Weight> positive;
  for (Vertex v = 0; v < problem.graph.num_vertices(); ++v) {
    problem.graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v && w > 0.0) positive.push_back(w);
    });
  }
  return sum_of_largest(std::move(positive), possible_edges(problem.s)) +
         sum_of_largest(problem.values, problem.s);
}

bool is_rounded(const Problem& problem) {
  return objective_sums(problem.graph, problem.values) == Sums::rounded;
}

}  // namespace

std::optional<Problem> within_reach(const Problem& problem, Weight objective) {
  if (!problem.graph.signed_weights() || !is_rounded(problem)) return std::nullopt;
  const double heaviest = gains_of(problem.graph).scale;
  if (heaviest <= comparable_range * std::abs(objective)) return std::nullopt;
  // A set with a weight that is cut off weighs less than `objective` by the magnitude of that at least.
  const double least = 2.0 * (objective - largest_gain(problem)) - std::abs(objective);
  std::vector<Weight> weights(problem.graph.weights().begin(), problem.graph.weights().end());
  for (Weight& weight : weights) weight = std::max(weight, least);
  Problem near = problem;
  near.graph = problem.graph.with_weights(std::move(weights), true);
  near.dense_part.reset();
  if (least >= 0.0 || gains_of(near.graph).scale > 0.5 * heaviest) return std::nullopt;
  return near;
}

bool hides_exchanges(const Problem& problem, Weight objective) {
  if (!is_rounded(problem)) return false;
  double largest = gains_of(problem.graph).scale;
  if (!problem.values.empty()) {
    const auto [least, most] = std::ranges::minmax(problem.values);
    largest = std::max(largest, most - least);
  }
  return largest > comparable_range * std::abs(objective) && objective < largest_gain(problem);
}

}  // namespace lode::subgraph::detail
