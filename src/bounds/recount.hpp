#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// Whether two numbers differ by at most a few units in the last place of the largest among them and
/// `magnitude`, which is that of numbers that were added. Infinity agrees with itself alone.
inline bool close(double a, double b, double magnitude = 0.0) {
  if (a == b) return true;
  if (!std::isfinite(a) || !std::isfinite(b)) return false;
  return std::abs(a - b) <= 0x1p-50 * std::max({magnitude, std::abs(a), std::abs(b)});
}

[[noreturn]] inline void refute(std::string_view what, const auto& claimed, const auto& found) {
  throw VerificationError(fmt::format("{} is claimed as {}, recounted as {}", what, claimed, found));
}

/// Weight plus value of a set, rounded once: exact terms are added, however large they are beside the sum.
/// `values` may be empty. Cost: O(n + sum of degrees in the set).
Weight exact_objective(const Graph& graph, std::span<const Weight> values, const VertexSet& vertices);

/// Whether an upper bound is below a number that it should bound, by more than rounding.
inline bool is_below(double bound, double value, Sums sums) {
  return !(bound >= value) && (sums == Sums::exact || !close(bound, value));
}

}  // namespace lode::subgraph
