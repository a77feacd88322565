#pragma once

#include <array>
#include <cstdint>
#include <functional>

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
/// each half as wide as its number. A larger biclique with a right side in a range has a minimum size on
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

/// The sizes of the two sides that a search looks at: low[i] <= |side i| <= high[i].
struct SizeRange {
  std::array<Vertex, 2> low = {1, 1};
  std::array<Vertex, 2> high = {0, 0};
};

/// How many vertices of each side have at least so many neighbours: reach[i][d] of side i have degree >= d.
/// Both lists fall, and have an entry for d = 0.
using DegreeReach = BothSides<Vertex>;

/// The sizes of bicliques that degrees leave room for: a vertices of the left side, each with at least b
/// neighbours, and b of the right side, each with at least a. Narrows `range` to the sizes of larger area
/// than `area`, and returns the largest area that is left; 0 if there is none. Cost: O(high[1] - low[1]).
std::uint64_t narrow_range(const DegreeReach& reach, std::uint64_t area, SizeRange& range);

/// What a search of a block begins with.
struct BlockTask {
  SizeRange range;
  std::size_t side = 0;      ///< of `first`
  Vertex first = no_vertex;  ///< a vertex that is in; no_vertex: none
  std::uint64_t area = 0;    ///< only bicliques of larger area are looked for
};

/// Searches small rows, as bits, for bicliques with sizes in the range. Calls `found` with the vertices of
/// each side for every biclique of larger area than all before.
///
/// A node has vertices that are in, and candidates that are adjacent to all of these. Candidates with too few
/// neighbours leave, candidates that are adjacent to all candidates of the other side are in. The degrees
/// bound the area (narrow_range), and raise how many neighbours a candidate needs. The search branches on the
/// candidate of one side that misses most candidates of the other: it is in, and they leave, or it leaves.
///
/// `nodes` is what is left of a limit, and falls by one for each node.
///
/// Cost:    exponential; O(n1 n2 / 64) per node, and n1 n2 / 4 bytes. Polls the run every few hundred nodes.
/// Returns: false if the run stopped, or no nodes are left.
/// Source:  Q. Dai, R.-H. Li, X. Ye, M. Liao, W. Zhang, G. Wang, Hereditary cohesive subgraphs enumeration on
///          bipartite graphs, SIGMOD 2023, for branching on the vertex of most missing neighbours; B. Lyu,
///          L. Qin, X. Lin, Y. Zhang, Z. Qian, J. Zhou, Maximum biclique search at billion scale, PVLDB 13
///          (2020) for ranges of sizes.
bool search_block(const SideRows& rows, const BlockTask& task, std::uint64_t& nodes, const RunContext& run,
                  const std::function<void(const SidePair&)>& found);

}  // namespace lode::detail
