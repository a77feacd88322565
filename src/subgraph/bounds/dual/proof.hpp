#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>

#include "subgraph/bounds/dual/certificate.hpp"
#include "subgraph/bounds/dual/relaxation.hpp"
#include "subgraph/bounds/dual/solver.hpp"

namespace lode::subgraph::dual {

/// A dual point with its proof.
struct ProvenPoint {
  OutsideCertificate certificate;
  /// No set of t vertices of the core with dummies weighs more: by t, for t from s - dummies (1 at least) to
  /// s; infinity for smaller t. Not floored.
  std::vector<double> bounds;
};

/// Proves what a dual point says.
///
/// The multipliers U are rounded to multiples k of a power of two, |k| < 2^31: whatever they are they prove a
/// bound, and this one is proven. So U and Z = (U + U')/2 are exact in doubles, as is tI - Z for a t that is
/// such a multiple. With u = 2^-53 the margins are
/// - of the eigenvalue: where a Cholesky factorisation in doubles of tI - Z - cI runs to its end,
///   c = 8 (n + 2) u trace(tI - Z), the rounded tI - Z - cI is positive semidefinite up to half of c (S. M.
///   Rump, BIT Numer. Math. 46 (2006) 433-452; the products of blocks and the reciprocals of pivots that
///   Eigen uses round each term at most three times). Taking c off rounds a diagonal entry by u times its
///   size. So lambda_max(Z) <= t, and t + 6 (n + 2) u (largest entry + |t|) is what is stated.
/// - of a row: r_i is a sum of s terms, rounded once each, the largest in magnitude being m_i: it is enlarged
///   by 8 s (s + 2) u m_i; and the sum of s of them and of s t by 8 (s + 3) u times the magnitudes added.
/// Each is at least four times what rounding takes, and twice what the check (dual/outside_check.cpp) adds,
/// so that the check, whose sums are in another order, never finds more than is stated here.
///
/// Cost:   n^3/3 multiply-adds for every t that is tried, mostly one, and O(n^2 log n); 16 n^2 bytes.
/// Returns nothing if no t up to `largest` is proven, or the run stops, which is asked about every 10 ms.
std::optional<ProvenPoint> prove(const CorePart& part, const Relaxation& relaxation, const DualPoint& point,
                                 double largest_bound, const RunContext& run);

/// Units of work of a proof on n rows.
double proof_work(std::size_t n);

/// Whether the Cholesky factorisation of a symmetric matrix, column by column, runs to its end; its lower
/// triangle is read and overwritten. Nothing once the run stops. Parallel, the same for any number of
/// threads.
std::optional<bool> has_cholesky_factor(std::vector<double>& matrix, std::size_t n, const RunContext& run);

}  // namespace lode::subgraph::dual
