#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include <lode/core/run_context.hpp>

#include "graph/sides/bit_block.hpp"

namespace lode::detail {

/// The sizes of the two sides that a search looks at: low[i] <= |side i| <= high[i].
struct SizeRange {
  std::array<Vertex, 2> low = {1, 1};
  std::array<Vertex, 2> high = {0, 0};
};

/// How many vertices of each side have at least so many neighbours: reach[i][d] of side i have degree >= d.
/// Both lists fall, and have an entry for d = 0.
using DegreeReach = std::array<std::vector<Vertex>, 2>;

/// The sizes of bicliques that degrees leave room for: a vertices of the left side, each with at least b
/// neighbours, and b of the right side, each with at least a. Narrows `range` to the sizes of larger area
/// than `area`, and returns the largest area that is left; 0 if there is none. Cost: O(high[1] - low[1]).
std::uint64_t narrow_range(const DegreeReach& reach, std::uint64_t area, SizeRange& range);

/// Searches one block of bit rows for a biclique of larger area than any known one.
///
/// A node has vertices that are in, and candidates that are adjacent to all of these. Candidates with too few
/// neighbours leave, candidates that are adjacent to all candidates of the other side are in. The degrees
/// bound the area (narrow_range), and raise how many neighbours a candidate needs. The search branches on the
/// candidate of one side that misses most candidates of the other: it is in, and they leave, or it leaves.
///
/// Cost:   exponential; O(n1 n2 / 64) per node. Polls the run every few hundred nodes.
/// Source: Q. Dai, R.-H. Li, X. Ye, M. Liao, W. Zhang, G. Wang, Hereditary cohesive subgraphs enumeration on
///         bipartite graphs, SIGMOD 2023, for branching on the vertex of most missing neighbours; B. Lyu,
///         L. Qin, X. Lin, Y. Zhang, Z. Qian, J. Zhou, Maximum biclique search at billion scale, PVLDB 13
///         (2020) for ranges of sizes.
class BicliqueBlockSearch {
 public:
  /// Called with the vertices of each side, numbered as in the block, for every biclique above the area.
  using Found = std::function<void(const SidePair&)>;

  BicliqueBlockSearch(const BitBlock& block, const RunContext& run, Found found);

  /// Searches for bicliques with sizes in `range` and a larger area than `area`, which rises with each that
  /// is found. `first`: a vertex of side `side` that is in; no_vertex: none. `nodes` is what is left of a
  /// limit, and falls by one for each node. Returns false if the run stopped, or no nodes are left.
  bool search(const SizeRange& range, std::size_t side, Vertex first, std::uint64_t& area,
              std::uint64_t& nodes);

 private:
  struct Node {
    std::array<BitSet, 2> in, open;
  };
  enum class Outcome { closed, open };

  void visit(std::size_t depth, SizeRange range);
  Outcome tighten(Node& node, SizeRange& range);
  bool drop_and_fix(Node& node, const SizeRange& range);
  std::size_t preferred_side(const SizeRange& range) const;
  void take_leaf(const Node& node);
  void finish_matching(const Node& node, const SizeRange& range);

  const BitBlock& block_;
  const RunContext& run_;
  Found found_;
  std::vector<Node> nodes_at_;
  std::array<std::vector<Vertex>, 2> degree_;
  DegreeReach reach_;
  std::array<Vertex, 2> in_count_ = {}, open_count_ = {};
  std::uint64_t* area_ = nullptr;
  std::uint64_t* nodes_ = nullptr;
  bool stopped_ = false;
};

}  // namespace lode::detail
