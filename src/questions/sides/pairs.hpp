#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/questions/sides.hpp>

#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// A pair of sets with the number of edges between them.
struct CountedPair {
  SidePair sides;
  EdgeCount edges = 0;
};

/// No pair of sets of these sizes has more edges: a left vertex has at most min(degree, right) of them, so
/// the left set has at most the sum of the largest of these numbers; and the same from the right. Cost: O(n).
EdgeCount degree_cap(const SideRows& rows, const SideSizes& sizes);

/// The pairs of most edges for each of the sizes (left, right), by a look at every subset of one side, which
/// has at most 40 vertices. The best vertices of the other side have most neighbours in the subset.
/// Consecutive subsets differ by one vertex (a Gray code), and a histogram counts the vertices by neighbours.
///
/// Cost:   2^n times the average degree of the side and the number of sizes, on the threads of the run.
/// Stops:  on cancel and deadline, with nothing.
/// Deterministic for any number of threads.
std::optional<std::vector<CountedPair>> sweep_subsets(const SideRows& rows, std::size_t side,
                                                      const std::vector<std::array<Vertex, 2>>& sizes,
                                                      const RunContext& run);

/// About how many steps that takes.
double sweep_steps(const SideRows& rows, std::size_t side, std::size_t sizes);

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
/// each half as wide as its number. A larger biclique with a right side in a range has a minimum size on
/// both sides. So vertices of low degree leave, and vertices that have too few others with enough common
/// neighbours. The remaining rows are searched vertex by vertex: each with the later vertices in the order of
/// degrees with which it has enough common neighbours.
///
/// Cost:   exponential; a reduction takes the sum of the squared degrees of the remaining rows.
/// Stops:  on cancel and deadline: the bound is then the bound of the unfinished ranges. Deterministic unless
///         stopped by the clock.
/// Source: as the search of blocks in biclique.cpp.
LargestBiclique largest_biclique(const SideRows& rows, const std::array<Vertex, 2>& least,
                                 const RunContext& run);

/// The pair of one size by exchanges, with the least of the bounds of best_pairs. `rows` are those of
/// `sides`.
SidedAnswer search_pair(const SidedGraph& sides, const SideRows& rows, const SideSizes& sizes,
                        subgraph::Effort effort, const RunContext& run);

}  // namespace lode::detail
