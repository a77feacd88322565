#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// max x'Wx/2 + c'x + base over 0/1 vectors x with s ones: the heaviest s-subgraph with weights of vertices,
/// also after some vertices have been fixed in or out of the set.
struct DenseProblem {
  std::size_t n = 0;
  std::vector<double> weights;  ///< W, n x n row by row: symmetric, zero diagonal, any finite values
  std::vector<double> linear;   ///< c, n values, any finite ones
  Vertex s = 0;                 ///< 0 ... n
  double base = 0.0;
  bool integral = false;  ///< weights, linear and base are integers, and so small that their sums are exact

  double weight(std::size_t i, std::size_t j) const { return weights[i * n + j]; }
};

/// A set of s vertices, increasing, and its value.
struct ValuedSet {
  std::vector<std::size_t> vertices;
  double value = 0.0;
};

/// The heaviest s-subgraph of a graph, s <= n, without linear terms. Cost: O(n^2) time and memory.
DenseProblem dense_problem(const Graph& graph, Vertex s);

/// The problem with the vertices `chosen` in the set and the vertices `left` free: the weights of the chosen
/// become linear terms, and their value the base. Exact when integral; else a linear term is a sum of size +
/// 1 rounded terms, and the base one of size such sums. Needs: s >= size of `chosen`. Cost: O(left size (left
/// size + chosen size)).
DenseProblem part_of(const DenseProblem& problem, std::span<const std::size_t> left,
                     std::span<const std::size_t> chosen);

/// The value of a set, base included, summed in the order of its vertices.
/// Needs: distinct vertices below n; their number is not compared with s. Cost: O(size^2).
double value_of(const DenseProblem& problem, std::span<const std::size_t> set);

/// The s vertices with the largest scores (ties to the smaller vertex), then exchanges of one vertex for
/// another, the best one first, until none gains. Cost: O(n log n + n s), and O(n s) per exchange, of which
/// there are at most `most_exchanges`.
ValuedSet improved_set(const DenseProblem& problem, std::span<const double> scores,
                       std::size_t most_exchanges);

/// The best set; s is 0, 1, n - 1 or n. Ties to the smaller vertices. Cost: O(n^2).
ValuedSet best_of_few(const DenseProblem& problem);

}  // namespace lode::subgraph::detail
