#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// Whether two sums agree but for rounding. `magnitude`: that of the numbers that were summed, which may be
/// far above the sums if signs differ. Infinity agrees with itself alone.
inline bool close(double a, double b, double magnitude) {
  if (a == b) return true;
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  const double scale = std::max({magnitude, std::abs(a), std::abs(b)});
  return std::abs(a - b) <= 1e-9 * std::min(scale, std::numeric_limits<double>::max());
}

[[noreturn]] inline void refute(std::string_view what, const auto& claimed, const auto& found) {
  throw VerificationError(fmt::format("{} is claimed as {}, recounted as {}", what, claimed, found));
}

/// The sums of the magnitudes of the numbers that a set sums up.
struct Magnitudes {
  double weights = 0.0;  ///< of the edges
  double values = 0.0;   ///< of the vertices
  double objective() const { return weights + values; }
};
/// Cost: O(n + sum of degrees in the set). `values` may be empty.
Magnitudes magnitudes_inside(const Graph& graph, std::span<const Weight> values, const VertexSet& vertices);

/// Whether an upper bound is below a number that it should bound, by more than rounding.
inline bool is_below(double bound, double value, Sums sums, double magnitude) {
  return !(bound >= value) && (sums == Sums::exact || !close(bound, value, magnitude));
}

}  // namespace lode::subgraph
