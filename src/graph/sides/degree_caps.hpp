#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// What degrees alone say of pairs of sets. A left vertex has at most min(degree, b) neighbours among b right
/// ones. So a left vertices have at most the sum of the a largest of these; and the same from the right.
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

}  // namespace lode::detail
