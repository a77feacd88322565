#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
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

/// Bounds on pairs of sets from degrees alone. A left vertex has at most min(degree, b) neighbours among b
/// right ones. So a left vertices have at most the sum of the a largest of these; and the same from the
/// right.
class DegreeCaps {
 public:
  /// Cost: O(n log n).
  explicit DegreeCaps(const SideRows& rows) {
    for (std::size_t side = 0; side < 2; ++side) {
      for (Vertex v = 0; v < rows.size(side); ++v) degrees_[side].push_back(rows.degree(side, v));
      std::ranges::sort(degrees_[side], std::greater{});
      sums_[side].push_back(0);
      for (const Vertex degree : degrees_[side]) sums_[side].push_back(sums_[side].back() + degree);
    }
  }

  /// No a left and b right vertices have more edges between them. Cost: O(log n).
  EdgeCount edges(Vertex a, Vertex b) const { return std::min(from_side(0, a, b), from_side(1, b, a)); }

 private:
  /// The most edges of `count` vertices of a side, `others` at most for each.
  EdgeCount from_side(std::size_t side, Vertex count, Vertex others) const {
    const auto& degrees = degrees_[side];
    const auto below = std::ranges::partition_point(degrees, [&](Vertex degree) { return degree >= others; });
    const auto capped = std::min<std::size_t>(count, static_cast<std::size_t>(below - degrees.begin()));
    return EdgeCount{others} * capped + sums_[side][count] - sums_[side][capped];
  }

  BothSides<Vertex> degrees_;  ///< falling
  BothSides<EdgeCount> sums_;  ///< of the first ones
};

/// A vertex is in the (alpha, beta)-core, but not in the (alpha, beta+1)- or (alpha+1, beta)-core.
struct CoreCorner {
  std::size_t side = 0;
  Vertex vertex = 0;
  Vertex alpha = 0;
  Vertex beta = 0;
};

/// The corners of all vertices that have an edge, by side, vertex and alpha. The (alpha, beta)-core is the
/// largest part in which left vertices have alpha neighbours and right ones beta.
///
/// One peel for each alpha, and one for each beta, up to the largest d for which there is a (d, d)-core:
/// every core has alpha <= d or beta <= d.
///
/// Cost:   O(d m), d <= sqrt m.
/// Stops:  on cancel and deadline, with nothing.
/// Source: B. Liu, L. Yuan, X. Lin, L. Qin, W. Zhang, J. Zhou, Efficient (alpha, beta)-core computation,
///         WWW 2019.
std::vector<CoreCorner> core_corners(const SideRows& rows, const RunContext& run);

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

/// The pair of one size by exchanges, with the least of the bounds of best_pairs. `caps` belong to `sides`.
SidedAnswer search_pair(const SidedGraph& sides, const DegreeCaps& caps, const SideSizes& sizes,
                        subgraph::Effort effort, const RunContext& run);

}  // namespace lode::detail
