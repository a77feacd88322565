#pragma once

#include <array>
#include <cstdint>

#include <lode/core/run_context.hpp>

#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// A biclique, and how large one can be.
struct LargestBiclique {
  SidePair sides;           ///< both empty if there are no edges
  std::uint64_t area = 0;   ///< |left| |right|
  std::uint64_t bound = 0;  ///< no biclique has a larger area
  std::uint64_t nodes = 0;  ///< of the search
};

/// The biclique of largest area: a set of left and a set of right vertices with all edges between them, at
/// least `least[i]` vertices of side i.
///
/// Greedy growth from every vertex finds a first one. Then the sizes of the right side are cut into ranges,
/// each a tenth wider than its number. A larger biclique with a right side in a range has a minimum size on
/// both sides. So vertices of low degree leave, and vertices that have too few others with enough common
/// neighbours. What is left is searched vertex by vertex: each with those behind it in the order of degrees
/// with which it has enough common neighbours (search_block).
///
/// Cost:   exponential; a reduction takes the sum of the squared degrees of what is left.
/// Stops:  on cancel and deadline: the bound is then that of the ranges that are not finished.
/// Deterministic; stopped by the clock, what was found by then.
/// Source: as search_block.
LargestBiclique largest_biclique(const SideRows& rows, const std::array<Vertex, 2>& least,
                                 const RunContext& run);

}  // namespace lode::detail
