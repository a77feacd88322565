#pragma once

// The larger algorithms of Eigen and Spectra that lode asks for, compiled once: each takes seconds to
// compile, so that a source which needs one includes this and not its own instance. One thread, the same bits
// on every machine.

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
/// or nothing when it does not converge to a finite value. What `multiply` throws passes through.
///
/// Cost: a product and O(n * subspace) a step; memory O(n * subspace).
std::optional<double> extreme_ritz_value(Eigen::Index n, const SymmetricOperator& multiply, SpectrumEnd end,
                                         const LanczosOptions& options);

}  // namespace lode::detail
