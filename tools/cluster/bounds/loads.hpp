#pragma once

#include <cstdint>
#include <vector>

#include "graph/ghosts.hpp"
#include "graph/rows.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

/// What a split of every edge between its ends leaves at this rank's vertices, in units of 1/unit edges. The
/// sum of the s largest loads is an upper bound on the edges within any s vertices, whatever the split is:
/// every edge inside has both of its parts there.
struct Loads {
  std::vector<std::uint64_t> loads;
  std::uint64_t unit = 1;
};

/// Rounds of the Frank-Wolfe method on the sum of the squared loads: in each, all edges go to the end of
/// smaller load, halves where both are equal, and the splits of all rounds are averaged, round t with weight
/// t. Loads are integers, so the same ones for any number of ranks; splits need not be kept. Together.
///
/// Cost:   one pass over the arcs and 8 bytes per ghost a round; 16 bytes per vertex and 8 per ghost.
/// Source: M. Danisch, T.-H. H. Chan, M. Sozio, Large scale density-friendly graph decomposition via convex
///         programming, WWW 2017; weights t as in M. Jaggi, Revisiting Frank-Wolfe, ICML 2013.
Loads split_loads(const Rows& rows, const Ghosts& ghosts, int rounds, const Ranks& ranks);

}  // namespace lode::cluster
