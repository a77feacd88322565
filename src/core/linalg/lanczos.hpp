#pragma once

// Extreme eigenvalues of symmetric operators by the Lanczos method of Spectra, compiled once: it takes
// seconds to compile. The sums of the method itself use one thread.

#include <functional>
#include <optional>

#include "core/linalg/eigen.hpp"

namespace lode::detail {

/// y = Mx for a symmetric M; may throw to end the iteration.
using SymmetricOperator = std::function<void(const double* x, double* y)>;

enum class SpectrumEnd { largest, smallest };

struct LanczosOptions {
  Eigen::Index subspace = 20;
  double tolerance = 1e-6;  ///< relative, of the Ritz value
  int max_restarts = 200;
};

/// The eigenvalue of an n x n operator at one end of its spectrum by the implicitly restarted Lanczos method,
/// or nothing when it does not converge to a finite value. Exceptions of `multiply` pass through.
///
/// Cost: a product and O(n * subspace) a step; memory O(n * subspace).
std::optional<double> extreme_ritz_value(Eigen::Index n, const SymmetricOperator& multiply, SpectrumEnd end,
                                         const LanczosOptions& options);

/// y = Mx in single precision.
using FloatOperator = std::function<void(const Eigen::VectorXf& x, Eigen::VectorXf& y)>;

/// A value at most the largest eigenvalue, and its vector of length one.
struct RitzPair {
  double value = 0.0;
  double residual = 0.0;  ///< |Mv - value v|
  Eigen::VectorXf vector;
};

/// The largest Ritz pair after `steps` steps from `start`, which is not 0, with full reorthogonalisation.
///
/// Cost: steps + 1 products, O(n * steps^2); memory n * steps floats.
RitzPair largest_ritz_pair(const FloatOperator& multiply, const Eigen::VectorXf& start, Eigen::Index steps);

}  // namespace lode::detail
