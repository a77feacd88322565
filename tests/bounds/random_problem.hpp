#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <lode/core/rng.hpp>

#include "bounds/search/lifted_dual.hpp"

namespace lode::test {

/// Weights and linear terms of both signs; integers, or real numbers.
inline subgraph::detail::DenseProblem random_problem(std::size_t n, Vertex s, std::uint64_t seed,
                                                     bool integral) {
  const Rng rng(seed);
  std::uint64_t drawn = 0;
  const auto next = [&](double scale) {
    const double value = scale * rng.normal_at(drawn++);
    return integral ? std::round(value) : value;
  };
  subgraph::detail::DenseProblem problem;
  problem.n = n;
  problem.s = s;
  problem.integral = integral;
  problem.base = next(5.0);
  problem.weights.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    problem.linear.push_back(next(3.0));
    for (std::size_t j = 0; j < i; ++j) problem.weights[i * n + j] = problem.weights[j * n + i] = next(2.0);
  }
  return problem;
}

/// Calls visit(set) for every set of `size` numbers below n, increasing.
template <class Visit>
void for_each_subset(std::size_t n, std::size_t size, Visit&& visit) {
  std::vector<std::size_t> set(size);
  std::iota(set.begin(), set.end(), std::size_t{0});
  if (size > n) return;
  while (true) {
    visit(set);
    std::size_t at = size;
    while (at > 0 && set[at - 1] == n - size + at - 1) --at;
    if (at == 0) return;
    ++set[at - 1];
    for (; at < size; ++at) set[at] = set[at - 1] + 1;
  }
}

/// By looking at every set.
inline double best_value(const subgraph::detail::DenseProblem& problem) {
  double best = -std::numeric_limits<double>::infinity();
  for_each_subset(problem.n, problem.s, [&](const std::vector<std::size_t>& set) {
    best = std::max(best, subgraph::detail::value_of(problem, set));
  });
  return best;
}

}  // namespace lode::test
