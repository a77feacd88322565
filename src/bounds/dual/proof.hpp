#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/dual/relaxation.hpp"

namespace lode::subgraph::dual {

/// U of the relaxation, in its units and numbers, row by row, and the target bound.
struct DualPoint {
  std::vector<float> multipliers;
  double eigenvalue = 0.0;  ///< an estimate of lambda_max((U + U')/2), mostly within 1e-4 below it
  double bound = 0.0;       ///< resulting bound
};

/// A dual point with its proof.
struct ProvenStage {
  detail::DualStage stage;
  std::vector<double> sums;  ///< r_i for sets of s vertices, by row
  double last_sum = 0.0;     ///< the s-th largest sum
  /// No set of t remaining vertices weighs more: by t, from the least requested size to s; infinity for
  /// smaller t. Not floored.
  std::vector<double> bounds;
};

/// Proves the bounds of a dual point for sets of `least` to s vertices.
///
/// The multipliers U are rounded to multiples k of a power of two, |k| < 2^31: any multipliers prove a bound,
/// so these do. So U and Z = (U + U')/2 are exact in doubles, as is tI - Z for a t that is
/// such a multiple. With u = 2^-53 the margins are
/// - of the eigenvalue: where a Cholesky factorisation in doubles of tI - Z - cI runs to its end,
///   c = 8 (n + 2) u trace(tI - Z), the rounded tI - Z - cI is positive semidefinite up to half of c (S. M.
///   Rump, BIT Numer. Math. 46 (2006) 433-452; core/linalg/stoppable_solvers.hpp has what rounding does in
///   any order of the sums, a quarter of c). Taking c off rounds a diagonal entry by u times its size. So
///   lambda_max(Z) <= t, and t + 6 (n + 2) u (largest entry + |t|) is what is stated.
/// - of a row: r_i is a sum of s terms, rounded once each, the largest in magnitude being m_i: it is enlarged
///   by 8 s (s + 2) u m_i; and the sum of s of them and of s t by 8 (s + 3) u times the magnitudes added.
/// Each margin is at least four times the rounding error, and twice the margin of the check
/// (certificate/tree_check.cpp), so the check, which sums in another order, never exceeds the stated bound.
///
/// Cost:   n^3/3 multiply-adds for every t that is tried, mostly one, and O(n^2 log n); proof_bytes(n) of
///         memory. The first t aims at the target bound if that is near the estimate. Returns nullopt if no t
///         is proven, or the run stops (checked every 10 ms).
std::optional<ProvenStage> prove(const Relaxation& relaxation, const DualPoint& point, Vertex least,
                                 double wanted, const RunContext& run);

struct Survivors {
  std::vector<std::size_t> rows;  ///< increasing
  std::vector<Vertex> gone;       ///< the other rows, by number in a certificate, in the order of removal
};

/// The rows that a set heavier than `limit` may hold. A row is removed if its r_i, or its weight towards the
/// remaining rows, excludes such a set. Cost: O(m) per pass, until no row is removed.
Survivors surviving_rows(const Relaxation& relaxation, const ProvenStage& proven, double limit);

/// Units of work of a proof on n rows.
double proof_work(std::size_t n);
/// Memory of one, without that of the point.
double proof_bytes(std::size_t n);

}  // namespace lode::subgraph::dual
