#pragma once

#include <cstdint>
#include <optional>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

struct TruncatedPowerOptions {
  /// c; automatic when unset: 0, then |lambda_min|/2, then |lambda_min|, a larger one whenever the objective
  /// falls. A value given stays, whether the objective falls or not.
  std::optional<double> shift = {};
  std::uint64_t max_iterations = 200;  ///< per shift
};

/// Truncated power method for the densest s-vertex subgraph.
///
/// Maximises x'(W + cI)x over unit vectors with s nonzeros by x <- top_s((W + cI) x), normalised, real values
/// kept. Automatic shift: begins with c = 0; at the first fall of the objective by more than 1e-12 of itself
/// begins again from the start with c = |lambda_min|/2, then |lambda_min|, which never falls by theory. Ends
/// when an iterate repeats one of the last two (1e-12) or after max_iterations with one shift. The shift in
/// use is shown with the progress. Starts from the indicator of the s vertices of largest degree (strength),
/// or of the start that the problem names.
///
/// Without a shift the method may be caught in a cycle of two sets far from any dense one; it is kept as its
/// authors define it.
///
/// Cost:    O(n + degrees of the s vertices) per iteration, and one smallest eigenvalue when the objective
///          falls; memory O(n).
/// Returns: the heaviest of the iterates' sets, the start included; weight = edges (or weight) inside.
/// Errors:  InvalidArgument if s < 1 or s > n, or for a shift that is negative or not finite.
/// Deterministic for a given start; ties go to the smaller vertex. Scaling all weights changes nothing.
/// Source:  X.-T. Yuan, T. Zhang, Truncated power method for sparse eigenvalue problems, JMLR 14 (2013)
///          899-925.
Solution truncated_power(const Problem& problem, const TruncatedPowerOptions& options, const RunContext& run);

}  // namespace lode::subgraph
