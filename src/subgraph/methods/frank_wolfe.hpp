#pragma once

#include <cstdint>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// Length of a step along d = v - x.
enum class FrankWolfeStep {
  lipschitz,  ///< min(1, g'd / (L |d|^2)), L = 2 lambda_max(W + aI)
  exact       ///< the best step in [0, 1]
};

struct FrankWolfeOptions {
  FrankWolfeStep step = FrankWolfeStep::lipschitz;
  std::uint64_t max_iterations = 2000;
  double tolerance = 1e-9;  ///< ends when g'd <= tolerance * a * s
};

/// Frank-Wolfe on the diagonally loaded relaxation of the densest s-vertex subgraph.
///
/// Maximises x'(W + aI)x over {0 <= x <= 1, 1'x = s}: with the gradient g = 2(W + aI)x and v = top_s(g),
/// x <- x + step (v - x). The loading a is 1 on unweighted graphs and the largest weight on weighted ones,
/// the least for which some 0/1 point is always a maximiser. Starts from s/n everywhere or from the indicator
/// of the start that the problem names. Usually, not always, ends at a 0/1 point.
///
/// Cost:    O(n + degrees of the s vertices) per iteration, O(n + m) every 64 iterations to refresh Wx, and
///          one largest eigenvalue; memory O(n).
/// Returns: the heaviest of the top-s sets of the iterates, the start included; weight = edges (or weight)
///          inside.
/// Errors:  InvalidArgument if s < 1 or s > n, or for a tolerance that is negative or not a number.
/// Deterministic for a given start; ties go to the smaller vertex. Scaling all weights changes nothing.
/// Source:  Q. Lu, N. D. Sidiropoulos, A. Konar, Densest k-subgraph mining via a provably tight relaxation,
///          AAAI 2025, arXiv 2410.07388.
Solution frank_wolfe(const Problem& problem, const FrankWolfeOptions& options, const RunContext& run);

}  // namespace lode::subgraph
