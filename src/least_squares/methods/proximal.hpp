#pragma once

#include <cstdint>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

/// Of ppa and appa.
struct PpaOptions {
  std::uint64_t max_iterations = 5000;
  double tolerance = 1e-10;   ///< ends when no coordinate moves by more than this share of the largest
  double start_scale = 1e-3;  ///< of the normal values to begin with when the problem has no start
};

/// Proximal point (proximal gradient) method; under sparse-c iterative hard thresholding.
///
/// x <- prox(x - g(x) / L) with L = 1.01 times the largest eigenvalue of A'A. Under sparse, x = 0 is often a
/// fixed point, which is why it does not begin there.
///
/// Constraints: all. Loss: squared.
/// Cost:    O(m n) per iteration, O((m + n) |support|) with a Gram matrix.
/// Returns: the last point, L-stationary when it converged; never above its start.
/// Errors:  InvalidArgument for another loss, a negative tolerance or scale.
/// Deterministic for a given start; ties: binary to -1, sparse to 0, s-constraints to the smaller coordinate.
/// Source:  A. Beck, Y. C. Eldar, SIAM J. Optim. 23 (2013) 1480-1509; Y. Nesterov, Math. Program. 140 (2013).
Solution ppa(const Problem& problem, const PpaOptions& options, const RunContext& run);

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
