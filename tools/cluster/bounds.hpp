#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/cores.hpp>

#include "ghosts.hpp"
#include "graph_part.hpp"
#include "largest_sum.hpp"
#include "ranks.hpp"

namespace lode::cluster {

/// Upper bounds on the edges inside s vertices of the whole graph, in integers alone: the same for any number
/// of ranks. By size, then trivial, degree, lp, spectral.
///
///   trivial   min(s(s-1)/2, m)
///   degree    half the sum of the s largest min(degree, s-1)
///   lp        the sum of the s largest loads (loads.hpp)
///   spectral  s/2 times a bound on the largest eigenvalue (eigenvalue.hpp)
///
/// Cost: `passes` passes over the arcs for each of the last two, every pass with one value per ghost; 64 sums
/// over all ranks per size and bound.
std::vector<StatedBound> whole_graph_bounds(Ranks& ranks, const GraphPart& part, Ghosts& ghosts,
                                            const std::vector<Vertex>& sizes, std::uint64_t passes);

}  // namespace lode::cluster
