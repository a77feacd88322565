#pragma once

#include <cmath>
#include <limits>

#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// A computed sum of `additions` non-negative doubles, made a valid upper bound of the exact sum: exact when
/// the weights are integral (then floored, since an optimum is an integer), enlarged by twice the worst
/// rounding else. A sum of zeros is exact.
inline double safe_upper(const Graph& graph, double sum, double additions) {
  if (graph.integral()) return std::floor(sum);
  if (sum == 0.0) return 0.0;  // of zeros alone
  const double enlarged = sum * (1.0 + (additions + 1.0) * std::numeric_limits<double>::epsilon());
  return std::nextafter(enlarged, std::numeric_limits<double>::infinity());
}

}  // namespace lode::subgraph::detail
