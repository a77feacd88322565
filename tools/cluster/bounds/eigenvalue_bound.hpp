#pragma once

#include <cstdint>

#include "graph/ghosts.hpp"
#include "graph/rows.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

/// A proven upper bound on the largest eigenvalue of the adjacency matrix A.
struct EigenvalueBound {
  std::uint64_t quotient = 0;  ///< in units of 2^-quotient_bits, rounded up
  int rounds = 0;
};

/// The least of the quotients max_v (Ax)_v / x_v over the steps of a power iteration with shift. A is
/// nonnegative, so every positive vector x gives an upper bound (L. Collatz, Math. Z. 48 (1942); H. Wielandt,
/// Math. Z. 52 (1950)).
///
/// Arithmetic in integers: x has entries of up to 57 bits, products are exact in 128 bits, quotients are
/// rounded up, and only the next x is rounded, which may be any positive vector. The bound is therefore
/// proven, and equal for any number of ranks.
/// Cost:    one pass over the arcs and 8 bytes per ghost a round; 40 bytes per vertex. Ends early when ten
///          rounds gained less than 1/4096.
EigenvalueBound eigenvalue_bound(const Rows& rows, const Ghosts& ghosts, int rounds, const Ranks& ranks);

}  // namespace lode::cluster
