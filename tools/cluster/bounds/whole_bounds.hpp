#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/cores.hpp>

#include "graph/ghosts.hpp"
#include "graph/rows.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

/// Upper bounds of the whole graph, by size and then by rule, with the same bits for any number of ranks:
/// trivial, degree and lp bounds for the sizes, and for the sizes minus one, which bound the sets that leave
/// the core. Collective.
///
/// `load_rounds` are the rounds of the lp bound, which takes most of the time; 0: no lp bound. In a core of
/// minimum degree s - 1, the lp bound of s is at least s(s-1)/2, since it is at least s/n' times the edges of
/// the core on n' vertices. If the largest size has such a core, the bound is omitted unless its rounds are
/// set.
std::vector<StatedBound> whole_bounds(const Rows& rows, const Ghosts& ghosts,
                                      const std::vector<Vertex>& sizes, std::optional<int> load_rounds,
                                      const Ranks& ranks);

}  // namespace lode::cluster
