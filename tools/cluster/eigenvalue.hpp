#pragma once

#include <cstdint>

#include "ghosts.hpp"
#include "graph_part.hpp"
#include "ranks.hpp"

namespace lode::cluster {

struct Ratio {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
};

/// True if a < b.
bool is_less(const Ratio& a, const Ratio& b);

/// A number that the largest eigenvalue of the adjacency matrix A does not exceed: for every x > 0 it is at
/// most the largest (Ax)_v / x_v.
///
/// x has integers of up to 40 bits, fewer where degrees need the room, and runs through steps x + A x / c
/// from all ones, c half the mean degree; every step is scaled by a power of two and rounded up. The ratio of
/// each is exact, and the least one met is returned. Whatever rounding does to x, the ratio is a bound; and
/// as there are integers alone, the same for any number of ranks. (An eigenvector of SLEPc is not: its last
/// bits depend on the order of sums.)
/// Cost:   O(m) and one value per ghost a step; 8 bytes per vertex and ghost.
/// Source: L. Collatz, Math. Z. 48 (1942) 221-226; H. Wielandt, Math. Z. 52 (1950) 642-648.
Ratio eigenvalue_bound(Ranks& ranks, const GraphPart& part, Ghosts& ghosts, std::uint64_t steps);

}  // namespace lode::cluster
