#pragma once

#include <cstdint>
#include <vector>

#include <lode/hybrid/block.hpp>

#include "core/linalg/matrix_view.hpp"
#include "hybrid/block/checks.hpp"

namespace lode::hybrid {

/// Minimise 1/2 z'Qz + linear'z over z in {-1, 1}^size. Q is any symmetric matrix.
struct SignProblem {
  int size = 0;
  std::vector<double> quadratic;  ///< size x size, row-major, symmetric
  std::vector<double> linear;

  lode::detail::SquareView form() const { return {quadratic.data(), size}; }
  double q(int i, int j) const { return form()(i, j); }
};

struct SignResult {
  std::uint64_t plus = 0;  ///< bit i: z_i = 1
  double value = 0.0;
  bool exact = true;
  std::uint64_t nodes = 0;
};

/// Value of a sign vector. Cost: O(k^2). Errors: InvalidArgument as for signs_by_search.
double sign_value(const SignProblem& problem, std::uint64_t plus);

/// Tries all 2^k sign vectors: the lowest six variables by tables, the others in Gray order. Returns
/// `present` unless another vector is better by more than rounding (1e-13 of the values met).
///
/// Cost:   O(k + 64) per 64 sign vectors.
/// Errors: InvalidArgument for more than 30 variables, for sizes that do not match, for bits of `present`
///         beyond them.
SignResult signs_by_enumeration(const SignProblem& problem, std::uint64_t present);

/// Depth-first search on the triangular factor of Q + cI. The shift adds a constant on sign vectors. The
/// nearer sign is tried first. The search takes the c whose minimiser over all real z lies on the sphere
/// |z|^2 = k: that c gives the best bound of this kind at the root.
///
/// Cost:   O(k^3) for the shift, O(k) per node; exponential in the worst case. `stop` is asked every few
///         thousand nodes.
/// Errors: InvalidArgument for more than 32 variables, for values that are not finite, and as above.
/// Source: C. P. Schnorr, M. Euchner, Lattice basis reduction, Math. Programming 66 (1994) 181-199.
SignResult signs_by_search(const SignProblem& problem, std::uint64_t present, const StopPoll& stop = {});

}  // namespace lode::hybrid
