#pragma once

#include "subgraph/methods/mpec_epm.hpp"

namespace lode::subgraph {

/// Alternating direction method on the MPEC form of the densest s-vertex subgraph.
///
/// As `mpec_epm`, with the augmented Lagrangian f(y) + pi t + (rho/2) t^2, t = n - y'v, in place of the
/// penalty; pi begins at 0 and grows by rho t after every alternation. The quadratic term shortens the y-step
/// to 2/(c - lambda_min + 2 rho |v - mean(v)|^2), the curvature inside 1'y = 2s - n. v = sqrt(n) y/|y|
/// minimises the augmented Lagrangian too, because t >= 0 and pi >= 0.
///
/// Cost, result, errors, determinism: as `mpec_epm`.
/// Source:  G. Yuan, B. Ghanem, An exact penalty method for binary optimization based on MPEC formulation,
///          AAAI 2017.
Solution mpec_adm(const Problem& problem, const MpecOptions& options, const RunContext& run);

}  // namespace lode::subgraph
