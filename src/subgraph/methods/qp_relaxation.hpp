#pragma once

#include <cstdint>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

struct QpRelaxationOptions {
  std::uint64_t max_iterations = 2000;
  double tolerance = 1e-9;  ///< ends when |x' - x| <= tolerance |x|
};

/// Quadratic relaxation of the densest s-vertex subgraph by projected gradient.
///
/// Maximises x'Wx over {0 <= x <= 1, 1'x = s} with the step 1/(2 lambda_max), which never lowers the
/// objective, from s/n everywhere or from the indicator of the start that the problem names. s/n is
/// stationary on regular graphs: the answer there is the first s vertices.
///
/// Cost:    O(n + m) per iteration, O(n + degrees of the nonzeros of x) once they are few, and one largest
///          eigenvalue; memory O(n).
/// Returns: the heaviest of the top-s sets of the iterates, the start included; weight = edges (or weight)
///          inside.
/// Errors:  InvalidArgument if s < 1 or s > n, or for a tolerance that is negative or not a number.
/// Deterministic for a given start; ties go to the smaller vertex. Scaling all weights changes nothing.
/// Source:  "LP relaxation" of G. Yuan, B. Ghanem, An exact penalty method for binary optimization based on
///          MPEC formulation, AAAI 2017.
Solution qp_relaxation(const Problem& problem, const QpRelaxationOptions& options, const RunContext& run);

}  // namespace lode::subgraph
