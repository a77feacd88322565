#include "graph/sides/degree_caps.hpp"

#include <algorithm>
#include <functional>

namespace lode::detail {

DegreeCaps::DegreeCaps(const SideRows& rows) {
  for (int side = 0; side < 2; ++side) {
    std::vector<Vertex>& degrees = degrees_[static_cast<std::size_t>(side)];
    for (Vertex v = 0; v < rows.size(side); ++v) degrees.push_back(rows.degree(side, v));
    std::ranges::sort(degrees, std::greater{});
    std::vector<EdgeCount>& sums = sums_[static_cast<std::size_t>(side)];
    sums.assign(1, 0);
    for (const Vertex degree : degrees) sums.push_back(sums.back() + degree);
  }
}

EdgeCount DegreeCaps::from_side(std::size_t side, Vertex count, Vertex others) const {
  const std::vector<Vertex>& degrees = degrees_[side];
  const auto below = std::ranges::partition_point(degrees, [&](Vertex degree) { return degree >= others; });
  const auto capped = std::min<std::size_t>(count, static_cast<std::size_t>(below - degrees.begin()));
  return EdgeCount{others} * capped + sums_[side][count] - sums_[side][capped];
}

}  // namespace lode::detail
