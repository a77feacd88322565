#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "bounds/enumeration/search_graph.hpp"

namespace lode::subgraph::detail {

/// How much a set can weigh that grows from a prefix of its peeling order. Vertices of least degree are added
/// one after the other: d_{j+1} <= min(d_j + largest edge, 2 w(P_j) / (j - 1)) and w(P_j) <= caps[j].
class GrowthLimits {
 public:
  /// caps[j] bounds every set of j vertices, j = 0 ... s.
  GrowthLimits(std::vector<std::int64_t> caps, std::int64_t largest_weight, std::int64_t goal)
      : caps_(std::move(caps)), largest_weight_(largest_weight), goal_(goal) {
    if (tabulated()) fill_table();
  }

  Vertex s() const { return static_cast<Vertex>(caps_.size() - 1); }
  std::int64_t goal() const { return goal_; }
  std::int64_t largest_weight() const { return largest_weight_; }
  std::int64_t cap(Vertex size) const { return caps_[size]; }
  void raise_goal(std::int64_t goal) {
    goal_ = goal;
    if (tabulated()) fill_table();
  }

  /// True unless no set of weight `goal` grows from p vertices of weight w, the last added with degree d.
  bool can_reach(Vertex p, std::int64_t d, std::int64_t w) const {
    if (!least_weight_.empty()) return w >= least_weight_[p * caps_.size() + static_cast<std::size_t>(d)];
    return largest_total(p, d, w) >= goal_;
  }

 private:
  /// With edges of weight 1 a degree is below the size, and all answers fit into a small table.
  bool tabulated() const { return largest_weight_ == 1 && caps_.size() <= 100; }

  std::int64_t largest_total(Vertex p, std::int64_t d, std::int64_t w) const {
    for (Vertex j = p + 1; j < caps_.size(); ++j) {
      d += largest_weight_;
      if (j > 2) d = std::min(d, 2 * w / (j - 2));
      w = std::min(w + d, caps_[j]);
    }
    return w;
  }

  /// The least weight from which `goal` can be reached, by size and last degree.
  void fill_table() {
    const std::size_t width = caps_.size();
    least_weight_.assign(width * width, std::numeric_limits<std::int64_t>::max());
    for (Vertex p = 1; p < width; ++p) {
      for (Vertex d = 0; d < p; ++d) {
        std::int64_t low = 0;
        std::int64_t high = caps_[p] + 1;  // no set weighs so much
        while (low < high) {
          const std::int64_t middle = low + (high - low) / 2;
          if (largest_total(p, d, middle) >= goal_) {
            high = middle;
          } else {
            low = middle + 1;
          }
        }
        least_weight_[p * width + d] = low;
      }
    }
  }

  std::vector<std::int64_t> caps_;
  std::int64_t largest_weight_;
  std::int64_t goal_;
  std::vector<std::int64_t> least_weight_;
};

/// What a search for sets of at least a given weight found.
struct PeelSearchResult {
  std::vector<Vertex> best;  ///< vertices behind the graph, increasing; empty when there is no such set
  std::int64_t weight = 0;   ///< of that set
  std::uint64_t nodes = 0;   ///< prefixes looked at
  bool complete = false;     ///< everything was searched: no set weighs more than max(weight, goal - 1)
};

/// Looks for the heaviest set of s vertices that weighs at least `limits.goal()`, by the enumeration of
/// exact_search.hpp. `graph` comes from reduced_search_graph. Prefixes of one or two vertices are shared out
/// among the threads in blocks. Within a block every prefix is searched with the goal the block began with.
/// So the answer and the count depend on neither the threads nor their timing.
///
/// Ends early once `max_nodes` prefixes were looked at, then without what the last block found, or when the
/// run stops.
PeelSearchResult peel_search(const SearchGraph& graph, const GrowthLimits& limits, std::uint64_t max_nodes,
                             const RunContext& run);

}  // namespace lode::subgraph::detail
