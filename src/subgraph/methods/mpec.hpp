#pragma once

#include <cstdint>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// Of both MPEC methods.
struct MpecOptions {
  double penalty = 0.01;               ///< first rho, in units of the mean weight
  double growth = 3.1622776601683795;  ///< factor of rho, sqrt(10)
  std::uint64_t alternations = 10;     ///< per value of rho
  std::uint64_t inner_steps = 30;      ///< accelerated projected-gradient steps per alternation
  double gap = 1e-2;                   ///< ends when n - y'v <= gap
};

/// Exact penalty method on the MPEC form of the densest s-vertex subgraph.
///
/// A point with -1 <= y <= 1 lies in {-1,1}^n exactly if some v has |v|^2 <= n and y'v = n. Let x = (y +
/// 1)/2, c = lambda_max and f(y) = (1 + y)'(cI - W)(1 + y)/4. The method minimises f(y) + rho (n - y'v).
///
/// One alternation moves y, then v. y takes accelerated projected-gradient steps of length 2/(c - lambda_min)
/// on {-1 <= y <= 1, 1'y = 2s - n}. The steps end early when x moves by less than 1e-6 max(1, |x|). Then
/// v = sqrt(n) y/|y|, or 0 for y = 0.
/// rho grows every `alternations` rounds until n - y'v <= gap. It stops growing, too, after it has been tried
/// at 2 sqrt(s)(c - lambda_min) or more: from there on the penalty is exact.
/// y begins at 2s/n - 1 everywhere, or at 2x - 1 for the indicator x of the start that the problem names.
///
/// Cost:    O(n + m) per step, O(n + degrees of the nonzeros of x) once they are few; some 12 values of rho;
///          one largest and one smallest eigenvalue; memory O(n).
/// Returns: the heaviest of the top-s sets of x after every alternation, the start included; weight = edges
///          (or weight) inside. Its iterations count alternations.
/// Errors:  InvalidArgument if s < 1 or s > n, or for options outside their range.
/// Deterministic for a given start; ties go to the smaller vertex. Scaling all weights changes nothing.
/// Source:  G. Yuan, B. Ghanem, An exact penalty method for binary optimization based on MPEC formulation,
///          AAAI 2017.
Solution mpec_epm(const Problem& problem, const MpecOptions& options, const RunContext& run);

/// Alternating direction method on the MPEC form of the densest s-vertex subgraph.
///
/// As `mpec_epm`, with the augmented Lagrangian f(y) + pi t + (rho/2) t^2, t = n - y'v, in place of the
/// penalty; pi begins at 0 and grows by rho t after every alternation. The quadratic term shortens the y-step
/// to 2/(c - lambda_min + 2 rho |v - mean(v)|^2), the curvature inside 1'y = 2s - n. v = sqrt(n) y/|y|
/// minimises the augmented Lagrangian too, because t >= 0 and pi >= 0.
///
/// Cost, result, errors, determinism, source: as `mpec_epm`.
Solution mpec_adm(const Problem& problem, const MpecOptions& options, const RunContext& run);

}  // namespace lode::subgraph
