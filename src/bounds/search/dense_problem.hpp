#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// max x'Wx/2 + c'x + base over 0/1 vectors x with s ones: the heaviest s-subgraph with weights of vertices,
/// and what is left of it once some vertices are known to be in or out of the set.
struct DenseProblem {
  std::size_t n = 0;
  std::vector<double> weights;  ///< W, n x n row by row: symmetric, zero diagonal, any finite values
  std::vector<double> linear;   ///< c, n values, any finite ones
  Vertex s = 0;                 ///< 0 ... n
  double base = 0.0;
  bool integral = false;  ///< weights, linear and base are integers, and so small that their sums are exact

  double weight(std::size_t i, std::size_t j) const { return weights[i * n + j]; }
};

/// The heaviest s-subgraph of a graph, without linear terms.
/// Cost: O(n^2) time and memory. Errors: InvalidArgument if s > n.
DenseProblem dense_problem(const Graph& graph, Vertex s);

/// What is left when vertex v is in the set: v goes (those after it move up by one place), its weights become
/// linear terms, c_v goes to the base, and s falls by one. Exact when integral; else every linear term and
/// the base are rounded once. Needs: v < n, s >= 1. Cost: O(n^2).
DenseProblem include(const DenseProblem& problem, std::size_t v);

/// What is left when vertex v is not in the set: v goes, nothing else changes.
/// Needs: v < n, s < n. Cost: O(n^2).
DenseProblem exclude(const DenseProblem& problem, std::size_t v);

/// The value of a set, base included, summed in the order of its vertices.
/// Needs: distinct vertices below n; their number is not compared with s. Cost: O(size^2).
double value_of(const DenseProblem& problem, std::span<const std::size_t> set);

/// Errors: InvalidArgument for arrays that do not have the sizes above, s > n, values that are not finite, a
/// matrix that is not symmetric or has a diagonal, and integral problems that are not. Cost: O(n^2).
void check_problem(const DenseProblem& problem);

}  // namespace lode::subgraph::detail
