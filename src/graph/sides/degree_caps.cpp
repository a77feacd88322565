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

std::uint64_t DegreeCaps::area(const DenseEnough& dense, const std::array<Vertex, 2>& least) const {
  std::uint64_t largest = 0;
  const auto most = static_cast<Vertex>(degrees_[0].size());
  for (Vertex b = least[1]; b <= degrees_[1].size(); ++b) {
    // For each b, both caps fall behind what is needed from some a on: they are concave in a, and 0 at 0.
    Vertex fits = 0, fails = most + 1;
    while (fails - fits > 1) {
      const Vertex a = fits + (fails - fits) / 2;
      (dense.holds(a, b, edges(a, b)) ? fits : fails) = a;
    }
    if (fits >= least[0]) largest = std::max(largest, std::uint64_t{fits} * b);
  }
  return largest;
}

}  // namespace lode::detail
