#pragma once

#include <cstdint>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares {

struct MsmOptions {
  double omega = 1.0;
  double theta = 0.01;
  std::uint64_t max_sweeps = 5000;
  double tolerance = 1e-10;   ///< ends when no coordinate moves by more than this share of the largest
  double start_scale = 1e-3;  ///< of the normal values to begin with when the problem has no start
};

/// Matrix splitting method.
///
/// G = A'A = L0 + D + L0' is split into B = L0 + (D + theta I) / omega and the rest; every sweep solves
/// 0 in Bz + (G - B)x - q + dh(z) by forward substitution, one exact problem of one variable after the other.
/// With omega = 1 that is cyclic coordinate descent with a small proximal term.
///
/// Constraints: binary, sparse. Loss: squared.
/// Cost:    O(stored values of A) per sweep; no Gram matrix.
/// Returns: the last point; never above its start.
/// Errors:  InvalidArgument for another constraint or loss, omega outside (0, 2), or
///          2 theta + (2 - omega) min D <= 0, where nothing would make F fall.
/// Deterministic for a given start; ties: binary to -1, sparse to 0.
/// Source:  G. Yuan, W.-S. Zheng, B. Ghanem, CVPR 2017, arXiv 1612.02317.
Solution msm(const Problem& problem, const MsmOptions& options, const RunContext& run);

}  // namespace lode::least_squares
