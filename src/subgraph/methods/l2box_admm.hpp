#pragma once

#include <cstdint>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

struct L2boxAdmmOptions {
  std::uint64_t max_iterations = 1000;
  double tolerance = 1e-4;  ///< ends when max |x - y_i| <= tolerance * max(1, |x|)
  double growth = 1.03;     ///< of the penalty, per iteration
  double cap = 100.0;       ///< largest penalty, in units of lambda_max
};

/// Lp-box ADMM with p = 2 for the densest s-vertex subgraph.
///
/// {0,1}^n is the box [0,1]^n cut with the sphere |x - 1/2|^2 = n/4, and x'x = s on the feasible set, so it
/// minimises the convex x'(cI - W)x, c = lambda_max, under 1'x = s, with a copy y1 of x in the box and a copy
/// y2 on the sphere. One penalty rho for the three constraints: c at first, times `growth` per iteration up
/// to cap*c. Each iteration solves (2(cI - W) + 2 rho I + rho 11')x = rho(y1 + y2 + s1) - z1 - z2 - z3 1 by
/// conjugate gradients (relative residual 1e-6, from the last x, at most 200 steps), projects x + z1/rho on
/// the box and x + z2/rho on the sphere (y2 stays when that point is the centre), and adds rho times the
/// violations to the multipliers, zero at first. x, y1, y2 begin at s/n everywhere, or at the indicator of
/// the start that the problem names.
///
/// Cost:    O(n + m) per step of conjugate gradients, a few per iteration, and one largest eigenvalue;
///          memory O(n).
/// Returns: the heaviest of the top-s sets of the iterates x, the start included; weight = edges (or weight)
///          inside.
/// Errors:  InvalidArgument if s < 1 or s > n, for a negative tolerance, or growth or cap below 1.
/// Deterministic for a given start; ties go to the smaller vertex. Scaling all weights changes nothing.
/// Source:  B. Wu, B. Ghanem, Lp-box ADMM: a versatile framework for integer programming, IEEE TPAMI 41
///          (2019) 1695-1708.
Solution l2box_admm(const Problem& problem, const L2boxAdmmOptions& options, const RunContext& run);

}  // namespace lode::subgraph
