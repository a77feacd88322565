#pragma once

#include <cstdint>
#include <vector>

#include "ghosts.hpp"
#include "graph_part.hpp"
#include "ranks.hpp"

namespace lode::cluster {

/// Loads of the own vertices under a split of every edge's unit between its ends.
struct Loads {
  std::vector<std::uint64_t> scaled;  ///< loads times `unit`
  std::uint64_t unit = 1;
};

/// The most passes whose loads fit in 63 bits.
inline constexpr std::uint64_t most_passes = 10000;

/// A split that makes loads even. The edges inside a set are units that its vertices share with none but
/// others, so no s vertices have more edges than the sum of the s largest loads, whatever the split.
///
/// Method: pass t gives every edge to the end of less load so far, half to each where they are equal, and
/// counts t times: the Frank-Wolfe steps 2/(t+1) on the sum of squared loads, whose loads are averages of
/// integers and need no memory per edge. Loads of a pass are those of the pass before on all ranks, so no
/// number of ranks changes them.
/// Cost:   O(m) and one value per ghost a pass; 8 bytes per vertex and ghost.
/// Source: M. Danisch, T-H. H. Chan, M. Sozio, WWW 2017, 233-242.
Loads balanced_loads(Ranks& ranks, const GraphPart& part, Ghosts& ghosts, std::uint64_t passes);

}  // namespace lode::cluster
