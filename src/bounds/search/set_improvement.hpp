#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bounds/search/dense_problem.hpp"

namespace lode::subgraph::detail {

/// A set of s vertices, increasing, and its value.
struct ValuedSet {
  std::vector<std::size_t> vertices;
  double value = 0.0;
};

/// The s vertices with the largest scores (ties to the smaller vertex), then exchanges of one vertex for
/// another, the best one first, until none gains. Cost: O(n log n + n s), and O(n s) per exchange, of which
/// there are at most `most_exchanges`.
ValuedSet improved_set(const DenseProblem& problem, std::span<const double> scores,
                       std::size_t most_exchanges);

/// The best set by looking at all of them; s is 0, 1, n - 1 or n. Ties to the smaller vertices taken, or left
/// out. Cost: O(n^2).
ValuedSet best_of_few(const DenseProblem& problem);

}  // namespace lode::subgraph::detail
