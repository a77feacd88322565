#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// What degrees alone say of pairs of sets. A left vertex has at most min(degree, b) neighbours among b right
/// ones. So a left vertices have at most the sum of the a largest of these; and the same from the right.
class DegreeCaps {
 public:
  /// Cost: O(n + most degree).
  explicit DegreeCaps(const SideRows& rows);

  /// No a left and b right vertices have more edges between them. Cost: O(log n).
  EdgeCount edges(Vertex a, Vertex b) const { return std::min(from_side(0, a, b), from_side(1, b, a)); }

 private:
  /// The most edges of `count` vertices of a side, `others` at most for each.
  EdgeCount from_side(std::size_t side, Vertex count, Vertex others) const;

  std::array<std::vector<Vertex>, 2> degrees_;  ///< falling
  std::array<std::vector<EdgeCount>, 2> sums_;  ///< of the first ones
};

}  // namespace lode::detail
