#pragma once

#include "least_squares/methods/ppa.hpp"

namespace lode::least_squares {

/// Accelerated proximal point method, the monotone variant.
///
/// Every iteration takes two proximal steps, one from x and one from the extrapolation
/// x + ((t' - 1) / t) (x - x'), and keeps the better; where the extrapolated one is above the present point
/// the extrapolation begins anew.
///
/// Constraints, cost, errors and determinism as ppa; twice its work per iteration.
/// Returns: the last point; never above its start.
/// Source:  A. Beck, M. Teboulle, SIAM J. Imaging Sci. 2 (2009) 183-202; H. Li, Z. Lin, NIPS 2015.
Solution appa(const Problem& problem, const PpaOptions& options, const RunContext& run);

}  // namespace lode::least_squares
